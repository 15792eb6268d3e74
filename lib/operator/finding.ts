/** One check of doctor and its outcome, with a sentence. */
export type Finding = { check: string; state: 'ok' | 'problem' | 'not checked here'; says: string }

export const fine = (check: string, says: string): Finding => ({ check, state: 'ok', says })
export const problem = (check: string, says: string): Finding => ({ check, state: 'problem', says })
export const notChecked = (check: string, says: string): Finding => ({ check, state: 'not checked here', says })
