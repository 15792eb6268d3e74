/** What a person must change before the program can start. Shown as it is, without a stack; exit code 1. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}
