/** Bytes that do not compress, the same in every run. */
export function scrambled(length: number): Buffer {
  let state = 42
  return Buffer.from(
    Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state >>> 24
    }),
  )
}
