import type { Reply } from './reply.ts'

/** What a role of the back office can allow an API user. The names are the sandbox's own (docs/back-office.md 10.1). */
export const rights = [
  ...(['orders.read', 'orders.create', 'comments.read', 'comments.create'] as const),
  ...(['contacts.read', 'images.read', 'images.create', 'user.read', 'variations.read'] as const),
] as const
export type Right = (typeof rights)[number]

/** The answer to a call that the role of its user does not allow. */
export const lacking = (right: Right): Reply => ({
  status: 403,
  json: { error: { message: 'This action is unauthorized.', missing_permissions: [right] } },
})
