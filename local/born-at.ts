import { readFileSync } from 'node:fs'

/**
 * Undefined for a process that is dead, whether or not its parent has reaped it. Otherwise a text that tells it from any other process that gets
 * the same number. Only Linux gives this text (proc(5), fields 3 and 22 of stat, counted behind the name's closing bracket); elsewhere it is empty.
 */
export function bornAt(pid: number): string | undefined {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (/[XZ]/.test(state)) return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[18]}`
  } catch {
    return ''
  }
}
