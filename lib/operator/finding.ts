/** One check of doctor and its outcome, with a sentence. With a `warning` everything works, and something is better changed. */
export type Finding = { check: string; state: 'ok' | 'warning' | 'problem' | 'not checked here'; says: string }

export const fine = (check: string, says: string): Finding => ({ check, state: 'ok', says })
export const warning = (check: string, says: string): Finding => ({ check, state: 'warning', says })
export const problem = (check: string, says: string): Finding => ({ check, state: 'problem', says })
export const notChecked = (check: string, says: string): Finding => ({ check, state: 'not checked here', says })
