import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createFileJournal } from '../../sandbox/file-journal.ts'
import { type Journal, UnreadableJournal } from '../../sandbox/journal.ts'
import { listenSandbox } from '../../sandbox/listen.ts'
import { createSandbox, type Sandbox } from '../../sandbox/sandbox.ts'
import { temporaryFolder } from '../local/running-stack.ts'
import { credentials, type Json, returnBody } from './client.ts'

const now = () => Date.parse('2026-01-05T10:00:00Z')
const open = (journal: Journal, seed: 'demo' | 'empty' = 'demo') => createSandbox({ seed, now, journal })

/** A journal like that of a file, but in memory. */
const inMemory = (kept?: string[]): Journal & { lines: string[] | undefined } => {
  const journal = {
    lines: kept,
    read: () => journal.lines && [...journal.lines],
    append: (line: string) => {
      journal.lines = [...(journal.lines ?? []), line]
    },
    replace: (lines: string[]) => {
      journal.lines = [...lines]
    },
  }
  return journal
}

const ask = async (sandbox: Sandbox, method: string, path: string, body?: unknown, token = '') => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await sandbox.fetch(`http://127.0.0.1${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, text: await answer.text() }
}

const send = async (...request: Parameters<typeof ask>): Promise<Json> => {
  const { status, text } = await ask(...request)
  return { status, ...(JSON.parse(text) as object) }
}

const post = async (sandbox: Sandbox, path: string, body: unknown = {}, token?: string) =>
  send(sandbox, 'POST', path, body, token)

const logIn = async (sandbox: Sandbox): Promise<string> =>
  (await post(sandbox, '/rest/login', credentials)).access_token

/** All answers that must be the same after a restart. */
const worldOf = async (sandbox: Sandbox): Promise<string[]> => {
  const paths = ['/sandbox/state', '/sandbox/options', '/sandbox/limits', '/sandbox/clock']
  return (await Promise.all(paths.map((path) => ask(sandbox, 'GET', path)))).map(({ text }) => text)
}

/** Compares texts first: comparing hundreds of orders as objects would take longer than everything else. */
const expectWorld = async (sandbox: Sandbox, expected: string[] | undefined) => {
  const found = await worldOf(sandbox)
  if (!isDeepStrictEqual(found, expected)) expect(found.map(parsed)).toEqual(expected?.map(parsed))
}
const parsed = (text: string): unknown => JSON.parse(text)

const newReturn = { ...returnBody, orderItems: [{ ...returnBody.orderItems[0], orderItemName: 'Mug — blue ☕' }] }
const comment = { referenceType: 'order', referenceValue: 10_001, text: 'Called', isVisibleForContact: true }
const wrong = { ...credentials, password: 'wrong' }
type Step = (sandbox: Sandbox, token: string) => Promise<unknown>

const steps: Record<string, Step> = {
  'a return with its label and comment': (sandbox, token) => post(sandbox, '/rest/orders', newReturn, token),
  'a comment': (sandbox, token) => post(sandbox, '/rest/comments', comment, token),
  'an availability': (sandbox, token) =>
    post(sandbox, '/rest/items/901/images/7002/availabilities', { type: 'mandant', value: 1 }, token),
  'an image': (sandbox, token) =>
    post(sandbox, '/rest/items/901/images/upload', { uploadUrl: 'https://images.example.com/a.jpg' }, token),
  'a stored order': (sandbox) => post(sandbox, '/sandbox/orders', { orderItems: [{ amounts: [{ priceGross: 1 }] }] }),
  'a replaced order': (sandbox) => post(sandbox, '/sandbox/orders', { id: 10_001, statusId: 8 }),
  'a contact': (sandbox) => post(sandbox, '/sandbox/contacts', { email: 'new@example.com' }),
  'a failed login': (sandbox) => post(sandbox, '/rest/login', wrong),
  'a lock': async (sandbox) => {
    for (let attempt = 0; attempt < 5; attempt += 1) await post(sandbox, '/rest/login', wrong)
  },
  'a lock that a fault set at a read': async (sandbox) => {
    await post(sandbox, '/sandbox/faults', { method: 'GET', kind: 'lock-user' })
    await send(sandbox, 'GET', '/rest/user')
  },
  'an unlocked user': async (sandbox) => {
    await steps['a lock']?.(sandbox, '')
    await post(sandbox, '/sandbox/users/api-bridge/unlock')
  },
  'failed logins that a successful one cleared': async (sandbox) => {
    await post(sandbox, '/rest/login', wrong)
    await logIn(sandbox)
  },
  'a write whose answer was lost': async (sandbox, token) => {
    await post(sandbox, '/sandbox/faults', { method: 'POST', kind: 'drop-after' })
    await expect(post(sandbox, '/rest/orders', newReturn, token)).rejects.toThrow('fetch failed')
  },
  options: (sandbox) => post(sandbox, '/sandbox/options', { numbersAs: 'string', itemsPerPageMax: 10 }),
  limits: (sandbox) => post(sandbox, '/sandbox/limits', { writesPerMinute: 40 }),
  'the clock': (sandbox) => post(sandbox, '/sandbox/clock', { advanceMs: 3_600_000 }),
  'a reset to the other seed': (sandbox) => post(sandbox, '/sandbox/reset', { seed: 'empty' }),
}

describe('a sandbox with a journal', () => {
  it.each(Object.entries(steps))('keeps %s over two restarts', async (_, step) => {
    const journal = inMemory()
    const first = open(journal)
    const token = await logIn(first)
    const seeded = journal.lines
    await step(first, token)
    expect(journal.lines).not.toEqual(seeded)
    const before = await worldOf(first)
    await expectWorld(open(journal), before)
    const last = open(journal)
    await expectWorld(last, before)
    // Nobody keeps a token over a restart.
    expect(await send(last, 'GET', '/rest/user', undefined, token)).toMatchObject({ status: 401 })
  })

  it('takes an option that an earlier version did not store for its default', async () => {
    const journal = inMemory()
    const before = await worldOf(open(journal))
    journal.lines = journal.lines?.map((line) => line.replace(/"skuIs":"property",/, ''))
    await expectWorld(open(journal), before)
  })

  it('never gives an id twice, not even those of replaced lines', async () => {
    const journal = inMemory()
    const first = open(journal)
    const made = await post(first, '/rest/orders', newReturn, await logIn(first))
    expect(made).toMatchObject({ id: 700_001, orderItems: [{ id: 900_001 }] })
    const amountId = made.orderItems[0].amounts[0].id + 1
    await post(first, '/sandbox/orders', { id: 700_001, typeId: 3, orderItems: [] })
    const second = open(journal)
    const next = await post(second, '/rest/orders', newReturn, await logIn(second))
    expect(next).toMatchObject({ id: 700_002, orderItems: [{ id: 900_002, amounts: [{ id: amountId }] }] })
    const { labels, comments } = await send(second, 'GET', '/sandbox/state')
    for (const records of [labels, comments]) expect(records).toMatchObject([{ id: 1 }, { id: 2 }])
  })

  it('writes a change to its journal before it answers, and nothing if nothing changed', async () => {
    const journal = inMemory()
    const sandbox = open(journal)
    const token = await logIn(sandbox)
    for (const text of ['one', 'two']) {
      const before = [...(journal.lines ?? [])]
      await send(sandbox, 'GET', '/rest/orders/10001', undefined, token)
      const refused = await post(sandbox, '/rest/orders', { ...newReturn, typeId: 'return' }, token)
      expect([refused.status, journal.lines]).toEqual([422, before])
      await post(sandbox, '/rest/comments', { ...comment, text }, token)
      expect(journal.lines).toEqual([...before, expect.stringContaining(`"text":"${text}"`)])
    }
  })

  it('merges all earlier changes into one line at each start', async () => {
    const journal = inMemory()
    const sandbox = open(journal)
    for (const failures of [1, 2, 3]) {
      await post(sandbox, '/rest/login', wrong)
      expect(journal.lines).toHaveLength(2 + failures)
    }
    open(journal)
    expect(journal.lines).toHaveLength(2)
    expect(journal.lines?.[1]).toContain('"failedLogins":3')
    expect(journal.lines?.[1]).not.toContain('"orders"')
  })

  it('drops everything it kept on a reset', async () => {
    const journal = inMemory()
    const sandbox = open(journal)
    const seeded = await worldOf(sandbox)
    for (const step of Object.values(steps).slice(0, 8)) await step(sandbox, await logIn(sandbox))
    await post(sandbox, '/sandbox/reset', { seed: 'demo' })
    expect(journal.lines).toEqual(inMemoryAfterStart())
    await expectWorld(open(journal), seeded)
  })

  it('answers 500 for a change that it cannot keep, and keeps it with the next one', async () => {
    const journal = inMemory()
    const { append } = journal
    const sandbox = open(journal)
    const token = await logIn(sandbox)
    journal.append = () => {
      throw new Error('no space left')
    }
    const answer = await post(sandbox, '/rest/comments', { ...comment, text: 'one' }, token)
    expect(answer).toMatchObject({ status: 500, error: { message: 'The sandbox failed: no space left' } })
    journal.append = append
    await post(sandbox, '/rest/comments', { ...comment, text: 'two' }, token)
    const { comments } = await send(open(journal), 'GET', '/sandbox/state')
    expect(comments.map(({ text }: Json) => text)).toEqual(['one', 'two'])
  })
})

const inMemoryAfterStart = (): string[] | undefined => {
  const journal = inMemory()
  open(journal)
  return journal.lines
}

it.skipIf(process.platform === 'win32')('keeps a file that only its user can read, whatever the umask is', async () => {
  const file = temporaryFile()
  const before = process.umask(0)
  onTestFinished(() => void process.umask(before))
  await listen(file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

const temporaryFile = () => join(temporaryFolder(), 'sandbox.jsonl')

const listen = async (file: string, port = 0) => {
  const running = await listenSandbox({ port, seed: 'empty', now, file })
  onTestFinished(running.close)
  return running
}

describe('the file of a sandbox', () => {
  it('restores the world after its last whole line, wherever it is cut', async () => {
    const file = temporaryFile()
    const { sandbox } = await listen(file)
    const start = readFileSync(file).length
    const worlds = [{ until: start, world: await worldOf(sandbox) }]
    for (const email of ['grüße@example.com', 'b@example.com']) {
      await post(sandbox, '/sandbox/contacts', { email })
      worlds.push({ until: readFileSync(file).length, world: await worldOf(sandbox) })
    }
    const whole = readFileSync(file)
    const cut = temporaryFile()
    /** Files that a start left behind, with the expected world: equal files need no second comparison. */
    const compared = new Set<string>()
    for (let length = start; length <= whole.length; length += 1) {
      writeFileSync(cut, whole.subarray(0, length))
      const restarted = open(createFileJournal(cut), 'empty')
      const left = readFileSync(cut, 'utf8')
      expect(left).toMatch(/\n$/)
      const last = worlds.findLast(({ until }) => until <= length)
      const key = `${last?.until} ${left}`
      if (!compared.has(key)) await expectWorld(restarted, last?.world)
      compared.add(key)
    }
    expect(worlds[0]?.world).not.toEqual(worlds[2]?.world)
  })

  const others = ['', '\n', '{"version":2,"seed":"dem', '{"version":1,"seed":"demo"}\n']
  others.push('{"version":2,"seed":"full"}\n', 'null\n')

  it.each([
    ...others.map((text) => ['that a sandbox did not write', '', text]),
    ...['{"records":{', '{"records":null}', '{}', 'null'].map((line) => ['with a wrong line', 'begun', `${line}\n`]),
  ])('is refused %s, stays as it is, and frees the port: %s %j', async (_title, begun, text) => {
    const file = temporaryFile()
    const { port, close } = await listen(begun ? file : temporaryFile())
    await close()
    writeFileSync(file, text, { flag: 'a' })
    const before = readFileSync(file, 'utf8')
    await expect(listen(file, port)).rejects.toThrow(UnreadableJournal)
    expect(readFileSync(file, 'utf8')).toBe(before)
    await (await listen(temporaryFile(), port)).close()
  })

  it('stays as it is if a second sandbox finds the port in use', async () => {
    const file = temporaryFile()
    const { sandbox, port } = await listen(file)
    await post(sandbox, '/rest/login', wrong)
    const before = readFileSync(file, 'utf8')
    await expect(listen(file, port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('belongs to the sandbox that opened it last: the other one answers 500 and writes nothing', async () => {
    const file = temporaryFile()
    const first = await listen(file)
    await post(first.sandbox, '/rest/login', wrong)
    const second = await listen(file)
    await post(second.sandbox, '/rest/login', wrong)
    expect(await post(first.sandbox, '/rest/login', wrong)).toMatchObject({
      status: 500,
      error: { message: expect.stringContaining(`${file} was changed by another process`) },
    })
    expect(await post(second.sandbox, '/rest/login', wrong)).toMatchObject({ status: 401 })
    const { users } = await send((await listen(file)).sandbox, 'GET', '/sandbox/state')
    expect(users).toMatchObject([{ failedLogins: 3 }])
  })
})
