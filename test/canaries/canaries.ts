/** Values that stand nowhere else, each for something that must reach no log, error, reason, history or answer. */
export const canaries = {
  password: 'Canary#Passw0rd-8f3k2',
  sourceSecret: `whsec_${Buffer.from('canary secret of a source').toString('base64')}`,
  pathToken: 'canary-token-of-a-form-0815',
  email: 'canary.person@example.com',
  name: 'Canaria Vogelsang',
  article: 'Sperlingstasse Zaunkönig',
  street: 'Kanarienweg',
  price: '47.1193',
  words: 'Zwitschert nachts ganz furchtbar laut',
} as const

/** How a text may still show a canary after somebody has changed it on its way. */
const formsOf = (canary: string): string[] => {
  const html = canary.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)
  return [canary, encodeURIComponent(canary), html, canary.toLowerCase(), canary.replace('.', ',')]
}

/** The names of the canaries in a text, whole or as one of their longer words. */
export function canariesIn(text: string, more: Record<string, string> = {}): string[] {
  const folded = text.toLowerCase()
  return Object.entries({ ...canaries, ...more }).flatMap(([name, canary]) => {
    const words = canary.split(/\s+/).filter((word) => word.length >= 8)
    const isThere = [...formsOf(canary), ...words].some((form) => form !== '' && folded.includes(form.toLowerCase()))
    return isThere ? [name] : []
  })
}
