import { failed, json, type Reading, type Step } from './reading.ts'

export const order = { id: 7 }
export const returned = 'return.requested'
export const comment = 'comment.submitted'

export const sent = (type: string, data: unknown): string => json({ type, timestamp: '2026-03-02T09:00:00Z', data })

export const reading = (name: string, steps: readonly Step[], more: object = {}): Reading => ({
  ...{ name, family: 'forms', settings: { kind: 'standard', ...more }, steps },
})

/** How a body ends whose fields cannot be read. */
export const wrongFields = (of: string, ...names: string[]) =>
  failed('payload_invalid', { problem: 'invalid_fields', of, fields: names })
