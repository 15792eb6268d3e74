/** Each deployment has its own reasons (docs/back-office.md 4.5). Only 1 is fixed: no reason known. */
export const returnReasons = [
  { id: 1, reason: 'No reason known' },
  { id: 2, reason: 'Defective' },
  { id: 3, reason: 'Damaged in transit' },
  { id: 4, reason: 'Wrong article delivered' },
  { id: 5, reason: 'Too small' },
  { id: 6, reason: 'Too large' },
  { id: 7, reason: 'Not as described' },
  { id: 8, reason: 'Changed mind' },
  { id: 9, reason: 'Arrived too late' },
] as const
