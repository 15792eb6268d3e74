import type { Notice } from '../notice.ts'

type OfCode<Code> = Extract<Notice, { code: Code }>

/** The sentences of the notices in one language. */
export type Words = {
  readonly [Code in Notice['code']]: (notice: OfCode<Code>) => string
} & {
  /** Of e-mails: at most 100 ASCII characters, which is what SNS takes. */
  subjects: Readonly<Record<Notice['code'], string>>
  /** Events of one reason. */
  stopped(facts: { count: number; status: 'held' | 'failed'; reason: string; means: string }): string
  more: string
  andMore(count: number): string
  paused(sources: readonly string[]): string
}
