import { createSecrets, readBackOfficeSecret, readSourcesSecret } from '../../lib/secrets/secrets.ts'
import { isWeakPassword } from '../../lib/secrets/weak-password.ts'
import { outcomeOf } from './client-outcome.ts'
import type { ClientWorld } from './client-world.ts'

const second = 1_000
/** A new secret works within half a minute, a removed one for five minutes at most (docs/deployment.md). */
const freshMs = 30 * second
const oldMs = 300 * second

/** One process that reads its secrets, while people change them and Secrets Manager fails. */
export async function playSecrets(world: ClientWorld): Promise<void> {
  const { chance, timeline } = world
  const { now } = timeline
  let version = 1
  let isDown = false
  let asks = 0
  const getSecretValue = async () => {
    asks += 1
    if (isDown) throw new Error('it cannot be reached')
    return { SecretString: JSON.stringify({ n: version }), VersionId: `v${version}` }
  }
  const secrets = createSecrets({ getSecretValue, now })
  const known = { version: 0, readAt: Number.NEGATIVE_INFINITY, triedAt: Number.NEGATIVE_INFINITY, hasFailed: false }
  for (let step = 0; step < 14; step += 1) {
    await world.pass(chance.pick([10, second, freshMs - 1, freshMs, freshMs + 1, 200 * second, oldMs - 1, oldMs]))
    if (chance.hits(0.4)) version += 1
    isDown = chance.hits(0.3)
    const fresh = chance.hits(0.5)
    const isDue = (fresh || now() - known.readAt >= oldMs) && now() - known.triedAt >= freshMs
    const isAsked = known.version === 0 || isDue
    const before = asks
    const reads = [0, 1].map(() => outcomeOf(secrets.read('one', { fresh })))
    const [got] = await Promise.all(reads)
    if (isAsked) {
      known.triedAt = now()
      known.hasFailed = isDown
      if (!isDown) Object.assign(known, { version, readAt: now() })
    }
    world.expect(
      asks - before === Number(isAsked),
      () => `${asks - before} requests for a secret, not ${Number(isAsked)}`,
    )
    const isGiven = known.version > 0 && !(fresh && known.hasFailed)
    world.expect(
      (got?.kind === 'value') === isGiven,
      () => `a ${fresh ? 'fresh ' : ''}secret is ${JSON.stringify(got)}`,
    )
    if (got?.kind === 'value') {
      const wanted = JSON.stringify({ value: { n: known.version }, version: `v${known.version}` })
      world.expect(
        JSON.stringify(got.value) === wanted,
        () => `a secret is ${JSON.stringify(got.value)}, not ${wanted}`,
      )
    } else {
      const isSaid = got?.kind === 'deferral' && got.atMs === known.triedAt + freshMs
      world.expect(isSaid, () => `a secret that cannot be read is ${JSON.stringify(got)}`)
    }
  }
  await playShapes(world)
}

/** What is no text is empty, and a source without a valid list has no secrets. */
async function playShapes(world: ClientWorld): Promise<void> {
  const { chance, timeline } = world
  const shapes = [...['text', 'undefined', '', ' '], 7, null, ['a'], ['a', 'b'], [], [''], [7]]
  const drawn = { baseUrl: chance.pick(shapes), username: chance.pick(shapes), password: chance.pick(shapes) }
  const value: unknown = chance.pick([drawn, drawn, drawn, {}, [], 'text'])
  const getSecretValue = async () => ({ SecretString: JSON.stringify(value), VersionId: 'v9' })
  const secrets = () => createSecrets({ getSecretValue, now: timeline.now })
  const isDrawn = value === drawn
  const fields = Object.entries(drawn)
  const texts = fields.map(([name, one]) => [name, isDrawn && typeof one === 'string' ? one : ''])
  const office = await readBackOfficeSecret(secrets(), 'one', { fresh: chance.hits(0.5) })
  const wanted = { ...Object.fromEntries(texts), version: 'v9' }
  world.expect(JSON.stringify(office) === JSON.stringify(wanted), () => `a secret is read as ${JSON.stringify(office)}`)
  const got = await outcomeOf(readSourcesSecret(secrets(), 'one', { fresh: chance.hits(0.5) }))
  const isList = (one: unknown) =>
    Array.isArray(one) && one.length > 0 && one.every((text) => typeof text === 'string' && text.trim() !== '')
  const lists = Object.fromEntries(fields.filter(([, one]) => isList(one)))
  const isRight = isDrawn
    ? got.kind === 'value' && JSON.stringify(got.value) === JSON.stringify(lists)
    : got.kind === 'retry'
  world.expect(isRight, () => `secrets ${JSON.stringify(value)} are ${JSON.stringify(got)}`)
  for (const [password, isWeak] of [
    ['abcdefghijklmno', true],
    ['abcdefghijklmnop', false],
    ['abcdeabcdeABCDEabcde', true],
    ['abcdefabcdefabcdef', false],
  ] as const) {
    const is = isWeakPassword({ baseUrl: 'https://shop.example.com', password })
    world.expect(is === isWeak, () => `"${password}" is taken for ${is ? 'weak' : 'strong'}`)
    const isLocal = isWeakPassword({ baseUrl: 'http://127.0.0.1:3000', password })
    world.expect(!isLocal, () => 'a password of a sandbox is taken for weak')
  }
}
