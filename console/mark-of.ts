import { createHash } from 'node:crypto'

/** Tells whether a form still says what its plan was made of: that is done, and nothing that was typed afterwards. */
export const markOf = (asked: object): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 22)
