import type { Checked, Seen } from '../../sentences/why-facts.ts'

/** One check of doctor and its outcome. With a `warning` everything works, and something is better changed. */
export type Finding = {
  check: Checked
  state: 'ok' | 'warning' | 'problem' | 'not checked here'
  seen: readonly Seen[]
}

const finding =
  (state: Finding['state']) =>
  (check: Checked | PlainCheck, ...seen: readonly Seen[]): Finding => ({
    check: typeof check === 'string' ? { code: check } : check,
    state,
    seen,
  })
export type PlainCheck = Exclude<Checked['code'], 'path' | 'right'>
export const fine = finding('ok')
export const warning = finding('warning')
export const problem = finding('problem')
export const notChecked = finding('not checked here')
