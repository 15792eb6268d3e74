/**
 * Bytes as text, in the encoding that their sender names, else in UTF-8. Bytes that are no text in it become U+FFFD each: no encoding is
 * guessed, and an answer that matters is refused with them (form-fields.ts). Never throws.
 */
export const decodeText = (bytes: Buffer, charset?: string | null): string =>
  decoderOf(charset ?? 'utf-8').decode(bytes)

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
