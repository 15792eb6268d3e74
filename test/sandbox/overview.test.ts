import { describe, expect, it } from 'vitest'
import { returnBody, useSandbox } from './client.ts'

const sandbox = useSandbox('demo')
const page = async (): Promise<string> => (await sandbox.send('GET', '/')).text
const order = { referenceType: 'order', referenceValue: 10_001, isVisibleForContact: true }
const comment = async (text: string) => sandbox.rest('POST', '/rest/comments', { ...order, text })

const returnOf = async (orderItemName: string) =>
  sandbox.rest('POST', '/rest/orders', { ...returnBody, orderItems: [{ ...returnBody.orderItems[0], orderItemName }] })

/** No characters that a terminal obeys, and short enough to read there. */
const expectReadable = (text: string): void => {
  expect(text).not.toMatch(/(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
  const lines = text.split('\n')
  expect(lines.length).toBeLessThan(60)
  expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(80)
  expect(Buffer.byteLength(text)).toBeLessThan(4_096)
}

describe('GET / of the sandbox', () => {
  it('says in plain text what the sandbox holds and where to see more', async () => {
    const { status, headers, text } = await sandbox.send('GET', '/')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(text).toContain(
      '\nIt holds 16 sales orders, 600 returns, 1 other order,\n0 comments and 8 contacts.\n\n' +
        'The newest returns:\n  return 600600 of order 20000 (6203020000), status 8: 1 x Sample card\n',
    )
    expect(text).toContain('\nThe newest comments:\n  none\n')
    expect(text).toContain('\n  GET /sandbox/state   everything, as one large JSON document\n')
    expect(text).toContain('docs/sandbox.md')
    expectReadable(text)
  })

  it('shows the newest return and comments first, each with its order', async () => {
    expect((await returnOf('Mug, blue')).status).toBe(200)
    await comment('<p>The parcel is <b>on its way</b>.</p><p>A second line.</p>')
    const text = await page()
    expect(text).toContain(
      '\nThe newest returns:\n  return 700001 of order 10001 (6203001001), status 9.01: 1 x Mug, blue\n  return 600600 ',
    )
    expect(text).toContain(
      '\nThe newest comments:\n  comment 2 on order 10001:\n    The parcel is on its way.\n' +
        '  comment 1 on order 10001:\n    [Event action] Return label created for return 700001: ',
    )
    expect(text).toContain('601 returns, 1 other order,\n2 comments and')
    expectReadable(text)
  })

  it('stays short and readable, whatever is written', async () => {
    for (let count = 0; count < 12; count += 1) {
      await returnOf('\u{1f4e6}'.repeat(500))
      await comment('\u{1f4e6}'.repeat(5_000))
    }
    const text = await page()
    expect(text.match(/^ {2}return 7\d+ of order 10001 .*…$/gm)).toHaveLength(5)
    expect(text.match(/^ {2}comment \d+ on order 10001:$/gm)).toHaveLength(6)
    expectReadable(text)
  })

  it('says what there is none of', async () => {
    await sandbox.send('POST', '/sandbox/reset', { seed: 'empty' })
    const text = await page()
    expect(text).toContain('\nIt holds 0 sales orders, 0 returns, 0 other orders,\n0 comments and 0 contacts.\n')
    expect(text).toContain('The newest returns:\n  none\n')
    await sandbox.send('POST', '/sandbox/orders', { typeId: 3 })
    expect(await page()).toContain('  return 700001 of no order, status 1: no lines\n')
  })

  it.each([
    ['markup', '<div><br/><script>let a</script><i>Red</i> mug</div>next', 'let aRed mug'],
    [
      'entities, each once',
      '&lt;b&gt; &amp;amp; &quot;&apos;&#39;&#x41;&nbsp;&unknown;&lt&uuml;',
      "<b> &amp; \"''A &unknown;&ltü",
    ],
    ['what only looks like markup', '2 < 3 > 1', '2 < 3 > 1'],
    ['white space, where line ends are spaces as well', '\n\r\n  \t a\u00a0 \t b\nc', 'a b c'],
    ['a line break', 'a<br>b', 'a'],
    ['an escape sequence', '\u001b[2J\u001b]0;title\u0007red\u009b31m', '\\u{1b}[2J\\u{1b}]0;title\\u{7}red\\u{9b}31m'],
    ['an escape sequence as an entity', '&#27;[2J&#x81;', '\\u{1b}[2J\\u{81}'],
    ['a text that changes its direction', 'a\u202eb\u2066c', 'a\\u{202e}b\\u{2066}c'],
    ['half a surrogate pair', '\ud83da', '\\u{d83d}a'],
    ['entities of no character, of half a pair and beyond the last', '&#0;&#xd83d;&#99999999;', '\uFFFD\uFFFD\uFFFD'],
    ['emoji that are joined', '\u{1f469}\u200d\u{1f4bb}', '\u{1f469}\u200d\u{1f4bb}'],
    ['nothing but markup', '<p></p>', ''],
  ])('shows the first line of a comment: %s', async (_, text, line) => {
    await comment(text)
    const shown = await page()
    expect(shown).toContain(`  comment 1 on order 10001:\n    ${line}\n`)
    expectReadable(shown)
  })

  it('shows item names and order numbers without characters that a terminal obeys', async () => {
    const properties = [{ typeId: 7, value: '\u001b[31mX' }]
    await sandbox.send('POST', '/sandbox/orders', { id: 5, properties })
    await sandbox.send('POST', '/sandbox/orders', {
      typeId: 3,
      orderReferences: [{ referenceType: 'parent', referenceOrderId: 5 }],
      orderItems: [{ quantity: 2, orderItemName: 'Mug\r\u001b[2K' }],
    })
    const text = await page()
    expect(text).toContain('of order 5 (\\u{1b}[31mX), status 1: 2 x Mug\\u{d}\\u{1b}[2K\n')
    expectReadable(text)
  })

  it('answers HEAD and nothing else, and is not counted, limited or hit by a fault', async () => {
    expect(await sandbox.send('HEAD', '/')).toMatchObject({ status: 200, text: '' })
    expect((await sandbox.send('POST', '/', {})).status).toBe(404)
    expect((await sandbox.send('GET', '/index.html')).status).toBe(404)
    await sandbox.send('POST', '/sandbox/faults', { kind: 'status', path: '/', times: 1 })
    await sandbox.send('POST', '/sandbox/limits', { readsPerMinute: 1 })
    for (let count = 0; count < 3; count += 1) expect((await sandbox.send('GET', '/')).status).toBe(200)
    expect((await sandbox.send('GET', '/sandbox/calls')).json.total).toBe(0)
    expect((await sandbox.send('GET', '/sandbox/faults')).json.faults).toHaveLength(1)
  })
})
