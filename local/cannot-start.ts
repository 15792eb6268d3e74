/** What a person must change before the program can start. Shown as it is, without a stack. */
export class CannotStart extends Error {
  override name = 'CannotStart'
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
