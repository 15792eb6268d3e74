import { join } from 'node:path'
import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const sizes = { desktop: { width: 1280, height: 800 }, telephone: { width: 360, height: 740 } }
const all = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** On a telephone only the places and sizes are others, and in the dark only the colours. */
const forms = [
  { size: 'desktop', colorScheme: 'light', rules: all },
  { size: 'telephone', colorScheme: 'light', rules: ['color-contrast', 'target-size', 'scrollable-region-focusable'] },
  { size: 'desktop', colorScheme: 'dark', rules: ['color-contrast', 'link-in-text-block'] },
] as const

/** Says what is wrong with the page that is open in its forms. With `SCREENSHOTS` set it leaves a picture of each in that folder. */
export async function checkPage(page: Page, name: string): Promise<string[]> {
  const folder = process.env.SCREENSHOTS
  // Not a script element: the page's policy allows none but its own.
  await page.evaluate(axe.source)
  const wrong: string[] = []
  for (const { size, colorScheme, rules } of forms) {
    await page.setViewportSize(sizes[size])
    await page.emulateMedia({ colorScheme })
    const problems = await problemsOf(page, rules === all ? rules : { type: 'rule', values: rules })
    wrong.push(...problems.map((problem) => `${name} ${size} ${colorScheme}: ${problem}`))
    if (!folder) continue
    const path = join(folder, `${name}-${size}-${colorScheme}.jpg`)
    await page.screenshot({ path, type: 'jpeg', quality: 80, fullPage: true })
  }
  return wrong
}

async function problemsOf(page: Page, runOnly: object): Promise<string[]> {
  const run = `axe.run({ runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] })`
  const { violations } = await page.evaluate<AxeResults>(run)
  const said = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
  )
  const wide = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  return wide > 0 ? [...said, `it scrolls ${wide} pixels to the side`] : said
}
