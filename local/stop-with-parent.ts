const parent = process.ppid
const intervalMs = 500

/**
 * Stops this process when npm is gone. On a signal npm ends its shell, but the shell does not pass the signal on: this
 * process would keep its ports and its data directory. Only for `npm start`: another script may end on purpose.
 */
export function stopWithParent(stop: () => void): void {
  if (process.env.npm_lifecycle_event !== 'start') return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.stderr.write('npm, which started this process, has ended: stopping.\n')
    stop()
  }, intervalMs)
  timer.unref()
}
