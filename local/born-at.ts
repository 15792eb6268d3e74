import { readFileSync } from 'node:fs'

/**
 * When a process was started, as a text that no later process with the same id has. Undefined for a dead process,
 * reaped or not. Only Linux gives this text (proc(5), fields 3 and 22 of stat, counted after the name's closing
 * bracket); elsewhere it is empty.
 */
export function bornAt(pid: number): string | undefined {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it is alive and belongs to another user.
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
