const parent = process.ppid
const lookMs = 500

/**
 * npm ends its shell on a signal and the shell tells nobody: its child would live on, with its ports and its data directory. Only for
 * `npm start`: another script may start this and end on purpose.
 */
export function stopWithParent(stop: () => void): void {
  if (process.env.npm_lifecycle_event !== 'start') return
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    process.stderr.write('npm has ended, which started this: stopping.\n')
    stop()
  }, lookMs)
  look.unref()
}
