import { cpus } from 'node:os'

/** When and where a run was measured. */
export type RunFacts = { at: string; node: string; machine: string }

export function runFacts(): RunFacts {
  const [{ model = 'unknown' } = {}, ...others] = cpus()
  return {
    at: new Date().toISOString(),
    node: process.version,
    machine: `${process.platform} ${process.arch}, ${others.length + 1} x ${model.trim()}`,
  }
}

/** The same as a sentence, with the day alone. */
export const measuredWhere = ({ at, node, machine }: RunFacts): string =>
  `Measured ${at.slice(0, 10)}, Node ${node}, ${machine}.`
