import { createListServer, drawOddity, type Entry, readingOf } from './client-list-server.ts'
import { outcomeOf } from './client-outcome.ts'
import { deadlineOf, judgeListed, login, type Reader, type Wanted } from './client-reader.ts'

const email = 'Kunde@Example.com'
const nobody = { id: 999, email: 'x@example.com' }

/** Contacts of an address: those that show it; one that shows none counts only where it is alone (docs/back-office.md 8.2). */
export async function playContacts(reader: Reader): Promise<void> {
  const { world, worker, deadlineMs } = reader
  const { chance } = world
  const option = (typeId: number, value: string) => ({ options: [{ typeId, value }] })
  const shapes = [
    { shows: 'it', fields: { email: 'kunde@example.com' } },
    { shows: 'it', fields: { email: ' KUNDE@example.COM ' } },
    { shows: 'it', fields: option(2, 'kunde@EXAMPLE.com') },
    { shows: 'it', fields: { email: 'other@example.com', ...option(2, 'kunde@example.com') } },
    { shows: 'another', fields: { email: 'kunde@example.com.au' } },
    { shows: 'another', fields: option(2, 'other@example.com') },
    { shows: 'none', fields: option(1, 'kunde@example.com') },
    { shows: 'none', fields: {} },
    { shows: 'none', fields: { email: null } },
  ]
  const drawn = Array.from({ length: chance.pick([0, 1, 1, 1, 2, 3, 4]) }, (_, at) => ({
    id: 700 + at,
    ...chance.pick(shapes),
  }))
  const contacts: Entry[] = drawn.map(({ id, fields }) => ({ id, ...fields }))
  const oddity = { ...drawOddity(chance), isBare: chance.hits(0.5) }
  const server = createListServer(contacts, oddity, nobody)
  let asks = 0
  world.answer = (asked) => {
    if (asked.path === '/rest/login') return login
    asks += 1
    const isAsked =
      asked.path === '/rest/accounts/contacts' && asked.query.get('email')?.toLowerCase() === email.toLowerCase()
    return isAsked ? server.answer(asked) : { status: 200, json: { entries: [{ id: 1, email }] } }
  }
  const { contacts: look } = worker.open({ deadlineMs: deadlineOf(reader) })
  const got = await world.until(outcomeOf(look.findByEmail(email)))
  const reading = readingOf(contacts, oddity, { deadlineMs, atMost: 2 })
  const showing = drawn.filter(({ shows }) => shows === 'it').map(({ id }) => id)
  const isAlone = drawn.length === 1 && drawn[0]?.shows === 'none'
  const wanted: Wanted =
    reading.kind === 'value'
      ? {
          kind: 'value',
          ids: isAlone ? drawn.map(({ id }) => id) : showing,
          unrelated: isAlone ? 0 : drawn.length - showing.length,
          isOrdered: true,
        }
      : reading
  judgeListed(reader, { got, wanted, what: `contacts that show ${drawn.map(({ shows }) => shows)}` })
  if (got.kind !== 'value') return
  const before = asks
  await world.until(outcomeOf(look.findByEmail(` ${email.toLowerCase()}`)))
  const empty = await world.until(outcomeOf(look.findByEmail(' ')))
  judgeListed(reader, { got: empty, wanted: { kind: 'value', ids: [], unrelated: 0 }, what: 'contacts of no address' })
  world.expect(asks === before, () => 'an address was looked up twice by one run')
}

/** The comments of an order, without those that the back office writes by itself (6.3). */
export async function playComments(reader: Reader): Promise<void> {
  const { world, worker } = reader
  const { chance } = world
  const shapes = [
    { is: 'ours', fields: { text: '[bridge:AAAAAAAAAAAA] Retoure' } },
    { is: 'ours', fields: { text: 'see [Event action]', referenceType: 'order', referenceValue: 7, userId: 1 } },
    { is: 'ours', fields: { text: 'a word', referenceValue: '7', userId: 77 } },
    { is: 'automatic', fields: { text: '[Event action] label', userId: 77 } },
    { is: 'automatic', fields: { text: '<p><b>[Event</b> action] label</p>' } },
    { is: 'others', fields: { text: 'a word', referenceValue: 8 } },
    { is: 'others', fields: { text: 'a word', referenceType: 'contact', referenceValue: 7 } },
  ]
  const drawn = Array.from({ length: chance.between(0, 5) }, (_, at) => ({ id: 800 + at, ...chance.pick(shapes) }))
  world.answer = ({ path }) => {
    if (path === '/rest/login') return login
    const isAsked = path === '/rest/comments/order/7'
    return { status: isAsked ? 200 : 404, json: drawn.map(({ id, fields }) => ({ id, ...fields })) }
  }
  const withAutomatic = chance.pick(['unsaid', false, true] as const)
  const office = worker.open({ deadlineMs: deadlineOf(reader) })
  const got = await world.until(
    outcomeOf(office.comments.ofOrder(7, withAutomatic === 'unsaid' ? undefined : { withAutomatic })),
  )
  const ids = drawn
    .filter(({ is }) => is === 'ours' || (is === 'automatic' && withAutomatic === true))
    .map(({ id }) => id)
  const unrelated = drawn.filter(({ is }) => is === 'others').length
  judgeListed(reader, {
    got,
    wanted: { kind: 'value', ids, unrelated, isOrdered: true },
    what: 'the comments of an order',
  })
}

/** The images of an item, in an envelope or bare; those of another item were not asked for (9.1). */
export async function playImages(reader: Reader): Promise<void> {
  const { world, worker, deadlineMs } = reader
  const { chance } = world
  const images: Entry[] = Array.from({ length: chance.between(0, 4) }, (_, at) => {
    const itemId = chance.pick([12, 12, '12', 13, null])
    return { id: 900 + at, ...(itemId !== null && { itemId }), availabilities: null }
  })
  const isArray = chance.hits(0.4)
  const oddity = drawOddity(chance)
  const server = createListServer(images, oddity, { id: 999, itemId: 12 })
  const isOfVariation = chance.hits(0.4)
  const address = isOfVariation ? '/rest/items/12/variations/34/images' : '/rest/items/12/images'
  world.answer = (asked) => {
    if (asked.path === '/rest/login') return login
    if (asked.path !== address) return { status: 404, json: {} }
    return isArray ? { status: 200, json: images } : server.answer(asked)
  }
  const office = worker.open({ deadlineMs: deadlineOf(reader) })
  const look = isOfVariation ? office.images.ofVariation(12, 34) : office.images.ofItem(12)
  const got = await world.until(outcomeOf(look))
  const reading = readingOf(images, { ...oddity, isBare: isArray }, { deadlineMs })
  const own = images.filter(({ itemId }) => Number(itemId ?? 12) === 12).map(({ id }) => id)
  const wanted: Wanted =
    reading.kind === 'value'
      ? { kind: 'value', ids: own, unrelated: images.length - own.length, isOrdered: true }
      : reading
  judgeListed(reader, { got, wanted, what: 'the images of an item' })
}
