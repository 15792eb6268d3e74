import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { madeFor, waitForStatus } from '../local/running-stack.ts'
import { describeExamples } from './describe-examples.ts'
import { blocks, readPage } from './pages.ts'
import { openShell, type Shell } from './shell.ts'

const readme = readPage('README.md')
const [start = ''] = blocks(readme, 'sh start')
/** The tests run in an installed project, so this command is skipped. */
const commands = blocks(readme, 'sh').map((block) =>
  block.replace(/^npm ci\n/m, '').replace('npm run demo\n', 'npm run demo; echo "ended with $?"\n'),
)
const dataDir = mkdtempSync(join(tmpdir(), 'bridge-readme-'))
const demo = commands.findIndex((block) => block.includes('npm run demo'))
const sample = commands.findIndex((block) => block.includes('npm run send'))
const signed = commands.findIndex((block) => block.includes('openssl'))
const dryRun = commands.findIndex((block) => block.includes('dryRun'))
const operator = commands.findIndex((block) => block.includes('/operator'))

let shell: Shell
let outputs: string[] = []
let sandbox = ''

describe('README.md, followed by a new user', () => {
  beforeAll(async () => {
    shell = await openShell(start, dataDir)
    sandbox = `http://127.0.0.1:${shell.ports.sandbox}`
    outputs = await shell.run(commands)
  }, 90_000)
  afterAll(async () => {
    await shell?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('has commands to install, play the demo, start, send a sample, sign one and look at a return', () => {
    expect(readme).toContain('```sh\nnpm ci\n')
    expect(start).toBe('npm start\n')
    expect([demo, sample, signed, dryRun, operator]).toEqual([0, 1, 2, 3, 4])
    expect(outputs).toHaveLength(commands.length)
  })

  it('has a demo that shows order, return, comment and calls of a form event and a shop event, and ends with 0', () => {
    const told = outputs[demo]
    expect(told).toMatch(
      /event {4}standard\/\S+ is done\n {2}order {4}10002\n {2}return {3}\d+ with status 9\.01: 1 x Desk lamp\n {2}comment {2}\d+: /,
    )
    expect(told).toMatch(
      /event {4}shopify\/\S+ is done\n {2}order {4}10001\n {2}return {3}\d+ with status 9\.01: 1 x Mug, blue\n {2}comment {2}\d+: /,
    )
    expect(told?.match(/is done$/gm)).toHaveLength(2)
    expect(told?.match(/comment {2}\d+: \[bridge:[A-Z2-7]{12}\]/g)).toHaveLength(2)
    expect(told).toMatch(/Calls to the back office: \d+\n.*POST \/rest\/login/)
    expect(told).toMatch(/\nended with 0\n/)
    // What a customer wrote is text, not HTML.
    expect(told).toMatch(/Customer's note:\n *> /)
  })

  it('prints no very long line and no very long answer', () => {
    for (const output of outputs) {
      expect(output.split('\n').filter((line) => line.length > 170)).toEqual([])
      expect(output.split('\n').length).toBeLessThan(100)
    }
  })

  it('gets the sample accepted, lists it, and shows its records in the back office', async () => {
    const [, id = ''] = /200 \{"id":"(shopify\/[^"]+)","status":"accepted"\}/.exec(outputs[sample] ?? '') ?? []
    expect(id).not.toBe('')
    expect(outputs[sample]).toMatch(/\n(?:id +status +(?:reason +)?.*receivedAt\n|events: none\n)/)
    expect(outputs[sample]).toMatch(/^It holds 16 sales orders, 60\d returns, 1 other order,$/m)
    // While its status changes, an event may be missing in the list for a moment.
    await waitForStatus(`http://127.0.0.1:${shell.ports.bridge}`, id, 'done')
    const list = commandOf(sample, 'event.list')
    const [listed] = await shell.run([list])
    expect(listed).toMatch(new RegExp(`^${id} +done `, 'm'))
  })

  const handSigned = expect.stringMatching(/^shopify\/sha256:[0-9a-f]{64}$/)

  it('gets the delivery accepted that is signed by hand, as a duplicate when it is sent again, and not with a byte changed', async () => {
    const block = commands[signed] ?? ''
    expect(JSON.parse(outputs[signed] ?? '')).toEqual({ id: handSigned, status: 'accepted' })
    const [again] = await shell.run([block])
    expect(JSON.parse(again ?? '')).toEqual({ id: handSigned, status: 'duplicate' })
    const changed = block.replace('-d "$BODY"', '-w "%{http_code}" -d "$(echo "$BODY" | sed s/9001/9002/)"')
    expect(changed).not.toBe(block)
    const [refused] = await shell.run([changed])
    expect(refused).toMatch(/"code":"unauthorized".*401$/)
  })

  it("shows one return and one comment for each of the two deliveries, on the sandbox's page and in its state", async () => {
    const [, sent = ''] = /"id":"(shopify\/[^"]+)","status":"accepted"/.exec(outputs[sample] ?? '') ?? []
    for (const id of [sent, JSON.parse(outputs[signed] ?? '').id])
      await waitForStatus(`http://127.0.0.1:${shell.ports.bridge}`, id, 'done')
    expect(await madeFor(sandbox, 10_001)).toEqual({ returns: 2, comments: 2 })
    const [page = ''] = await shell.run([commandOf(sample, 'curl')])
    const returns = [...page.matchAll(/^ {2}return (7\d+) of order 10001 \(6203001001\), status 9\.01: 1 x (.+)$/gm)]
    expect(returns.map(([, , item]) => item).sort()).toEqual(['Mug, blue', 'Teapot, white'])
    const comments = [
      ...page.matchAll(/^ {2}comment \d+ on order 10001:\n {4}\[bridge:\S+\] Return (\d+) was created/gm),
    ]
    expect(comments.map(([, id]) => id).sort()).toEqual(returns.map(([, id]) => id).sort())
  })

  it('shows with dryRun the exact body and why each line is in or out, and creates nothing', async () => {
    expect(outputs[dryRun]).toMatch(
      /^body\n {2}typeId 3\n[\s\S]*^lines \(2\)\norderItemId +sku +name +included +quantity +why\n\d+ +LAMP-7 +Desk lamp +true +1 /m,
    )
    const [json = ''] = await shell.run([`${commandOf(dryRun, 'npx').trim()} --json`])
    const result = JSON.parse(json) as Record<string, unknown[]>
    expect(result).toMatchObject({ orderId: 10_005, body: { typeId: 3, orderItems: expect.any(Array) } })
    for (const line of result.lines ?? [])
      expect(line).toEqual({
        orderItemId: expect.any(Number),
        included: expect.any(Boolean),
        quantity: expect.any(Number),
        why: expect.stringMatching(/\w/),
        name: expect.any(String),
        ...((line as { included: boolean }).included && { sku: 'LAMP-7' }),
      })
    // One is in and one, the shipping costs, is out.
    expect(result.lines?.map((line) => (line as { included: boolean }).included)).toEqual([true, false])
    expect(await madeFor(sandbox, 10_005)).toEqual({ returns: 0, comments: 0 })
  })

  it('answers a command that is sent to the operator itself', () => {
    expect(JSON.parse(outputs[operator] ?? '')).toEqual({
      ok: true,
      result: { contacts: [{ id: 502, emailMatches: 'yes' }] },
    })
  })

  describeExamples(() => shell)
})

/** The one line of a block with this word. */
function commandOf(block: number, word: string): string {
  const lines = commands[block]?.split('\n').filter((line) => line.includes(word)) ?? []
  expect(lines).toHaveLength(1)
  return `${lines[0]}\n`
}
