import type { Locator, Page } from 'playwright-core'

export type Language = 'en' | 'de'
/** Words of a page in both languages. */
export type Words = readonly [en: string, de: string]

export type Reader = ReturnType<typeof createReader>

/**
 * A person before the console, who knows what its pages say and nothing else: no address but that of the front page, no selector, and no
 * id but what a person types.
 */
export function createReader(page: Page, language: Language) {
  const say = ([en, de]: Words): string => (language === 'en' ? en : de)
  const within = (part: Page | Locator) => ({
    follow: (...words: Words) => part.getByRole('link', { name: say(words), exact: true }).click(),
    press: (...words: Words) => part.getByRole('button', { name: say(words), exact: true }).click(),
    fill: (...[en, de, text]: [...Words, text: string]) => part.getByLabel(say([en, de]), { exact: true }).fill(text),
    choose: (...[en, de, option]: [...Words, option: string]) =>
      part.getByLabel(say([en, de]), { exact: true }).selectOption(option),
    tick: (...words: Words) => part.getByLabel(say(words), { exact: true }).check(),
    unfold: (...words: Words) => part.getByText(say(words), { exact: true }).first().click(),
    read: (...words: Words) => part.getByText(say(words)).first().waitFor(),
  })
  const all = within(page)
  return {
    ...all,
    say,
    front: () => page.goto('/console'),
    heading: (...words: Words) => page.getByRole('heading', { name: say(words), exact: true }).waitFor(),
    /** What a field is filled with. */
    filled: (...words: Words) => page.getByLabel(say(words), { exact: true }).inputValue(),
    /** The first row that says this, the part that says both, and the choice that says this. */
    openRow: (en: string, de = en) =>
      page
        .getByRole('row')
        .filter({ hasText: say([en, de]) })
        .getByRole('link')
        .first()
        .click(),
    part: (words: Words, also: string) =>
      within(
        page
          .getByRole('region')
          .filter({ hasText: say(words) })
          .filter({ hasText: also }),
      ),
    search: async (text: string) => {
      await all.follow('Search', 'Suche')
      await all.fill('What the customer says', 'Was die Kundschaft sagt', text)
      await all.press('Search', 'Suchen')
    },
    findOrder: async (text: string) => {
      await all.follow('Orders', 'Aufträge')
      await all.fill('Order', 'Auftrag', text)
      await all.press('Find', 'Finden')
    },
    pick: (text: string) => page.getByRole('radio', { name: text }).check(),
    text: () => page.getByRole('main').innerText(),
  }
}
