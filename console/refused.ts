import type { OperatorAnswer } from '../lib/operator/operate.ts'

type Code = Extract<OperatorAnswer, { ok: false }>['error']['code']

/** The operator refused a command. The message is its sentence, for the page. */
export class Refused extends Error {
  readonly code: Code
  constructor({ code, message }: { code: Code; message: string }) {
    super(message)
    this.code = code
  }
}
