import type { Shares } from './plan-faults.ts'

export type Scene = {
  says: string
  faults: Shares
  /** How often the system is killed and started again. */
  kills: number
}

const lost: Shares = { 'cut-after': 0.05, 'error-after': 0.05, 'error-before': 0.05, slow: 0.1 }

/** Every scene by its name, in the order in which they are played. */
export const scenes: Readonly<Record<string, Scene>> = {
  calm: { says: 'no limits, no faults, no kills', faults: {}, kills: 0 },
  lost: { says: 'lost answers, errors and slow writes, and five kills', faults: lost, kills: 5 },
  late: {
    says: 'the same, and writes that are carried out after their error',
    faults: { ...lost, late: 0.05 },
    kills: 5,
  },
}
