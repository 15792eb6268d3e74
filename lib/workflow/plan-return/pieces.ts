/** Quantities can be decimals (goods by the metre): differences below this are rounding. */
export const tolerance = 1e-6

/** Without the dust that subtracting and scaling decimals leaves behind. */
export const rounded = (quantity: number): number => Number(quantity.toFixed(6))
