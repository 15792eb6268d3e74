import { expect } from 'vitest'
import type { MappingProblem, PayloadProblem, TopicProblem } from '../../lib/problems.ts'

/** The command of a translation that is this one command and nothing else. */
export function onlyCommand(translation: object) {
  expect(translation).toEqual({ commands: [expect.anything()] })
  return 'commands' in translation && (translation.commands as unknown[])[0]
}

/** What a source's translation is where it gives no command. */

export const invalid = (problem: PayloadProblem) => ({
  ending: { status: 'failed', reason: { code: 'payload_invalid', ...problem } },
})
export const unreadable = (...fields: string[]) => invalid({ problem: 'unreadable', fields })
export const notJson = invalid({ problem: 'unexpected_body', expected: 'json' })
export const notObject = invalid({ problem: 'unexpected_body', expected: 'object' })

export const unmappable = (problem: MappingProblem) => ({
  ending: { status: 'failed', reason: { code: 'mapping', ...problem } },
})

export const unmapped = (problem: TopicProblem) => ({
  ending: { status: 'ignored', reason: { code: 'topic_not_mapped', ...problem } },
})
export const unknownTopic = (topic?: string) =>
  unmapped({ problem: 'topic_unknown', ...(topic === undefined ? {} : { topic }) })
export const notOn = (topic: string) => unmapped({ problem: 'topic_not_on', topic })
