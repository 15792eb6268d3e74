import { expect, it } from 'vitest'
import type { ConsoleContext } from '../../console/console-env.ts'
import { withLinks } from '../../console/html/with-links.ts'
import { pageTexts } from '../../console/texts/languages.ts'

const c = { var: { texts: pageTexts.en } } as unknown as ConsoleContext
const shown = (sentence: string) => withLinks(c, sentence).join('')
const bulk = '<a href="/console/bulk">Many at once</a>'

it.each([
  [
    'Ask event.list with {"command": "event.replay", "where": {"a": 1}}, then stats.',
    `Ask <a href="/console/search">the search</a> with ${bulk}, then <a href="/console">the overview</a>.`,
  ],
  ['{"command": 1} and {"command": 2}.\nThen } {"command": 3', `${bulk}.\nThen } {&quot;command&quot;: 3`],
  ['<b> event.lists my.doctors', '&lt;b&gt; event.lists my.doctors'],
])('links what %j names', (sentence, html) => {
  expect(shown(sentence)).toBe(html)
})

it('takes no longer for each word of a long sentence', () => {
  const startedAt = performance.now()
  for (const part of ['{"command": ', '{"command": }', 'event.', '\n{"command": ']) shown(part.repeat(50_000))
  // Beginnings without an end took minutes when each was followed to the end of the text.
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})
