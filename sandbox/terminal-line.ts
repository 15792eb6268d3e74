/** Of a terminal that nobody has widened. */
const width = 80

/** Control characters, half characters, and what changes the direction of a line. The two joiners hold emoji together. */
const unprintable = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** One line of a terminal: cut to as many characters as fit there, and without a character that the terminal would obey (ESC becomes `\u{1b}`). */
export const terminalLine = (text: string): string => {
  const printable = text.replace(unprintable, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
  const characters = [...printable]
  return characters.length <= width ? printable : `${characters.slice(0, width - 1).join('')}…`
}
