import { describe, expect, it } from 'vitest'
import { operate } from '../../lib/operator/operate.ts'
import { operatorOf } from '../operator/desk.ts'
import { commentSubmitted } from '../workflow/world.ts'
import { createAudited, day } from './audit-world.ts'

const hour = day / 24

/** A form that is heard once an hour for two days, beside one that is heard twice. */
async function createHeard() {
  const world = createAudited({
    config: { sources: { busy: { kind: 'tally', translate: () => [] }, rare: { kind: 'standard' } } },
  })
  await world.accept('rare', commentSubmitted({}))
  for (let at = 0; at < 48; at += 1) {
    await world.accept('busy', { eventId: `e${at}` })
    await world.advance(hour)
  }
  await world.accept('rare', commentSubmitted({ text: 'again' }))
  const silent = async () => (await world.audit()).silent
  return { ...world, silent }
}

describe('a source that goes silent', () => {
  it('is found once after ten times its usual gap and a day at least, and no more once it is heard again', async () => {
    const world = await createHeard()
    expect(await world.silent()).toEqual([])
    await world.advance(22 * hour)
    expect(await world.silent()).toEqual([])
    await world.advance(3 * hour)
    const lastAt = world.now() - 26 * hour
    const found = { source: 'busy', kind: 'tally', lastAt, gapMs: hour }
    expect(await world.silent()).toEqual([{ ...found, isNew: true }])
    await world.days(1)
    expect(await world.silent()).toEqual([{ ...found, isNew: false }])
    await world.accept('busy', { eventId: 'back' })
    await world.advance(1)
    expect(await world.silent()).toEqual([])
  })

  it('is told by stats and doctor in words that say where its webhook is', async () => {
    const world = await createHeard()
    await world.days(2)
    await world.silent()
    const ask = async (command: string) => await operate(operatorOf(world), { command })
    const says = expect.stringMatching(/^Nothing has come from busy since .*: in the form > Integrations > Webhooks\.$/)
    expect(await ask('stats')).toMatchObject({ result: { silent: [{ source: 'busy', says }] } })
    expect(await ask('doctor')).toMatchObject({
      result: {
        checks: expect.arrayContaining([expect.objectContaining({ code: 'silence', state: 'warning', says })]),
      },
    })
  })
})
