type Service = Record<'region' | 'name' | 'variable', string>
type Variables = Readonly<Record<string, string | undefined>>
/** Partitions of AWS by the beginning of their regions. */
const domains = { 'cn-': 'amazonaws.com.cn', 'eusc-': 'amazonaws.eu' }

/** In a region, or as `AWS_ENDPOINT_URL_<variable>` says, which the SDK reads too. `name`: in the address. */
export function endpointOf(env: Variables, { region, name, variable }: Service): string {
  const given = env[`AWS_ENDPOINT_URL_${variable}`] || env.AWS_ENDPOINT_URL
  const isIgnored = env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS?.toLowerCase() === 'true'
  if (given && !isIgnored) return given
  const domain = Object.entries(domains).find(([start]) => region.startsWith(start))?.[1] ?? 'amazonaws.com'
  return `https://${name}.${region}.${domain}/`
}
