/** The global id is always exact. Public samples, and senders that re-serialise, damage numbers beyond 2^53. */
export function exactId(record: {
  id?: string | null | undefined
  admin_graphql_api_id?: string | null | undefined
}): string | undefined {
  return record.admin_graphql_api_id?.match(/^gid:\/\/shopify\/\w+\/(\d{1,25})/)?.[1] ?? record.id ?? undefined
}
