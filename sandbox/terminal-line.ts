/** Characters of a terminal at its usual size. */
const width = 80

/** Control characters, half surrogate pairs, and marks that change a line's direction; not the two joiners of emoji. */
const unprintable = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** One line for a terminal: cut to its width; a character that the terminal would obey is escaped (ESC: `\u{1b}`). */
export const terminalLine = (text: string): string => {
  const printable = text.replace(unprintable, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
  const characters = [...printable]
  return characters.length <= width ? printable : `${characters.slice(0, width - 1).join('')}…`
}
