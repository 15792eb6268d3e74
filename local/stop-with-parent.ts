const parent = process.ppid
const lookMs = 500

/** npm ends its shell on a signal and the shell tells nobody: its child would live on, with its ports and its data directory. */
export function stopWithParent(stop: () => void): void {
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    stop()
  }, lookMs)
  look.unref()
}
