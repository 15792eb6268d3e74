import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const folder = join(import.meta.dirname, '../../.screenshots')

const sizes = { desktop: { width: 1280, height: 800 }, telephone: { width: 360, height: 740 } }
const looks = ['light', 'dark'] as const
/** In the dark only the colours are others. */
const rules = {
  light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/** Looks at the page that is open in its four forms, leaves a picture of each, and says what is wrong with them. */
export async function checkPage(page: Page, name: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true })
  // Not a script element: the page's policy allows none but its own.
  await page.evaluate(axe.source)
  const wrong: string[] = []
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    for (const colorScheme of looks) {
      await page.emulateMedia({ colorScheme })
      const problems = await problemsOf(page, colorScheme)
      wrong.push(...problems.map((problem) => `${name} ${size} ${colorScheme}: ${problem}`))
      const path = join(folder, `${name}-${size}-${colorScheme}.jpg`)
      await page.screenshot({ path, type: 'jpeg', quality: 80, fullPage: true })
    }
  }
  return wrong
}

async function problemsOf(page: Page, look: (typeof looks)[number]): Promise<string[]> {
  const run = `axe.run({ runOnly: ${JSON.stringify(rules[look])}, resultTypes: ['violations'] })`
  const { violations } = await page.evaluate<AxeResults>(run)
  const said = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
  )
  const wide = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  return wide > 0 ? [...said, `it scrolls ${wide} pixels to the side`] : said
}
