import fc from 'fast-check'

/**
 * Text of any code points that UTF-8 can carry. fast-check's own unit `binary` does the same, but first lists all 1,112,064 of them,
 * which takes half a second in each process.
 */
export const anyText = fc.string({
  unit: fc.nat(0x10_f7ff).map((each) => String.fromCodePoint(each < 0xd800 ? each : each + 0x800)),
})
