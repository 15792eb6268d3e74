/** What a person has to change before it can start: shown as it is, without a stack, exit code 1. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}
