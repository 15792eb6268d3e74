/** Runs one piece of work at a time: whoever asks for it meanwhile gets the outcome of the one that is going on. */
export function singleFlight<T>(): (work: () => Promise<T>) => Promise<T> {
  let going: Promise<T> | undefined
  return (work) => {
    going ??= work().finally(() => {
      going = undefined
    })
    return going
  }
}
