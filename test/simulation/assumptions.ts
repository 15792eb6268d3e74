/** Assumptions that a run of the simulation can break. */
export const assumptions = ['clocks', 'settling'] as const
export type Beyond = (typeof assumptions)[number]
