import type { AdapterWorld } from './world.ts'

/** An item with so many entries takes no more: its shop gives one label to order after order. */
const mostEntries = 20
const day = 86_400_000
const shops = ['shop', 'woo'] as const

/** Labels that stand for one order, for two, and for order after order, until their item takes no more. */
export async function playLabels({ chance, inbox, items, now, pass, expect, loseAnswer }: AdapterWorld): Promise<void> {
  /** By shop and the digits of the label: each name, with the numbers that it has stood for. */
  const known = new Map<string, { pairs: Set<string>; last: number }>()
  const digits = String(chance.between(100, 999))
  const isFull = chance.hits(0.7)
  const turns = isFull ? chance.between(mostEntries, mostEntries + 4) : chance.between(1, 6)
  for (let turn = 0; turn < turns; turn += 1) {
    pass(chance.pick([1, 1_000, day, 30 * day + 1]))
    const shop = isFull ? shops[0] : chance.pick(shops)
    const externalNumber = isFull ? `${7_000 + turn}` : `${7_000 + chance.between(0, 2)}`
    const names: [string, ...string[]] = chance.hits(0.4)
      ? [chance.pick([`#EN${digits}`, `${digits}A`]), ` ${digits}`]
      : [chance.pick([`#${digits}`, digits])]
    if (chance.hits(0.3)) loseAnswer()
    await inbox.learnLabel(shop, { label: { names, externalNumber }, now: now() })
    const before = known.get(shop) ?? { pairs: new Set<string>(), last: now() }
    if (before.pairs.size >= mostEntries) continue
    for (const name of names) before.pairs.add(`${name.trim().replace('#', '').toLowerCase()} ${externalNumber}`)
    known.set(shop, { pairs: before.pairs, last: now() })
  }
  for (const shop of shops) {
    const { pairs = new Set<string>(), last = 0 } = known.get(shop) ?? {}
    for (const typed of [
      digits,
      `# ${digits}`,
      `en${digits}`,
      `EN${digits}`,
      `${digits}a`,
      `DE${digits}`,
      `${digits}9`,
    ]) {
      const plain = typed.replace(/^[# ]+/, '').toLowerCase()
      const isOther = plain === `${digits}9`
      // Of a full item nobody knows which is right.
      const meant = [...pairs].filter((pair) => pairs.size >= mostEntries || pair.startsWith(`${plain} `))
      const wanted = isOther ? [] : [...new Set(meant.map((pair) => pair.split(' ')[1] ?? ''))].sort()
      const found = (await inbox.numbersOfLabel(shop, typed)).sort()
      expect(
        found.join() === wanted.join(),
        `${typed} of ${shop} stands for ${found}, not ${wanted} (${pairs.size} entries)`,
      )
    }
    const item = items('events').get(`label#${shop}/${digits}`)
    const [size, expiresAt] = [(item?.entries as Set<string> | undefined)?.size ?? 0, item?.expiresAt]
    expect(size === pairs.size, `label#${shop} has ${size} entries, not ${pairs.size}`)
    const end = pairs.size > 0 ? Math.ceil((last + 400 * day) / 1_000) : undefined
    expect(expiresAt === end, `label#${shop} expires ${expiresAt}, not ${end}`)
  }
  // It is in no index, and no event.
  const listed = [...(await inbox.list({ limit: 100 })).events, ...(await inbox.walk({ limit: 100 }))]
  expect(listed.length === 0, `a label is listed: ${listed.map(({ id }) => id)}`)
  expect((await inbox.get(`label#shop/${digits}`)) === undefined, 'a label is taken for an event')
}
