/** Country ids (docs/back-office.md 4.9). */
export const countries = [
  { id: 1, isoCode2: 'DE' },
  { id: 2, isoCode2: 'AT' },
  { id: 3, isoCode2: 'BE' },
  { id: 4, isoCode2: 'CH' },
  { id: 8, isoCode2: 'DK' },
  { id: 9, isoCode2: 'ES' },
  { id: 12, isoCode2: 'FR' },
  { id: 14, isoCode2: 'GB' },
  { id: 19, isoCode2: 'IE' },
  { id: 20, isoCode2: 'IT' },
  { id: 25, isoCode2: 'NL' },
  { id: 27, isoCode2: 'PL' },
  { id: 28, isoCode2: 'PT' },
  { id: 33, isoCode2: 'SE' },
  { id: 51, isoCode2: 'HR' },
  { id: 165, isoCode2: 'US' },
] as const
