import type { Reason } from '../../lib/reasons.ts'

/** Numbers of a text, ids and times alike; a full stop at their end is the sentence's. */
const numbersIn = (text: string): string[] => [...text.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => number)

/** All that the facts hold as a number, or as the end of a name. A key is no fact for people. */
function numbersOf(facts: unknown): string[] {
  if (typeof facts === 'number') return [String(facts)]
  if (typeof facts === 'string') return numbersIn(facts)
  if (typeof facts !== 'object' || facts === null) return []
  return Object.entries(facts).flatMap(([name, one]) => (name === 'key' ? [] : numbersOf(one)))
}

/** What a sentence says of facts: all of their numbers, and no other one. */
export function wrongNumbers(what: string, facts: unknown, text: string, others: readonly number[] = []): string[] {
  const [wanted, shown] = [new Set(numbersOf(facts)), new Set(numbersIn(text))]
  const allowed = new Set([...wanted, ...others.map(String)])
  return [
    ...(text.trim() === '' ? [`${what} has no words`] : []),
    ...[...wanted].filter((one) => !shown.has(one)).map((one) => `${what} does not name ${one}: ${text}`),
    ...[...shown].filter((one) => !allowed.has(one)).map((one) => `${what} names ${one}: ${text}`),
  ]
}

const aWrite = { return: /return/i, comment: /comment/i, order: /new order/i, image: /image/i }
const byHand = { return: /return\.create/, comment: /comment\.add/ }
const lineNames = {
  orderItemId: /order item \d/,
  itemVariationId: /variation \d/,
  sku: /by its SKU/,
  name: /by its name/,
}

/** What a text must say, and what it must not, as docs/errors.md tells the cases apart. */
function marksOf(reason: Reason): { says: RegExp[]; not?: RegExp[] } {
  switch (reason.code) {
    case 'possible_duplicate': {
      if (reason.what === 'same_lines') return { says: [/same lines/, /release this event/i, /discard/] }
      if (reason.what === 'number_cancelled') return { says: [/cancelled now/, /release this event/i] }
      return { says: [/taken/, reason.by === undefined ? /did not create/ : /other lines/, /discard/, /release/] }
    }
    case 'same_parcel': {
      const which = { covered: /already has/, several: /^Each of/, part: /a part of/, gone: /no such return/ }
      return { says: [which[reason.what], /event\.link/, /release the event/] }
    }
    case 'too_many': {
      const { quantity, left, name } = reason
      const asked = new RegExp(`asks for ${quantity} ${quantity === 1 ? 'piece' : 'pieces'} `)
      return { says: [asked, new RegExp(`only ${left} ${left === 1 ? 'is' : 'are'} left`), lineNames[name.by]] }
    }
    case 'order_ambiguous': {
      const { what, ids, wanted } = reason
      const which = {
        ...{ unlabelled: /not carry the label/, label: /^The label/, shared_label: /for several orders/ },
        ...{ unproven: /e-mail/, several: /^Several/, too_many: /not read all/ },
      }
      // It counts for one order alone (docs/errors.md).
      const mayHelp = ids.length === 1 && (what === 'unlabelled' || what === 'shared_label' || what === 'unproven')
      const says = [which[what], byHand[wanted], /discard/]
      return mayHelp ? { says: [...says, /release/] } : { says, not: [/release/] }
    }
    case 'email_mismatch':
      return { says: [reason.named ? /does not belong/ : /names no e-mail/, /release/i] }
    case 'addresses_missing':
      return { says: [reason.relation === 'billing' ? /billing/ : /relation \d/, /release/] }
    case 'return_incomplete':
      return { says: [/status 1 instead of 9\.01/, /release/] }
    case 'outcome_unclear': {
      if (reason.what === 'cannot_continue') return { says: [] }
      const { what, kind } = reason
      const which = {
        ...{ list_incomplete: /lacks/, list_mixed: /unrelated/, similar: /look like it/ },
        ...{ missing: /does not show/, twice: / twice/ },
      }
      return { says: [which[what], aWrite[kind], /release/, ...(what === 'missing' ? [/sends it again/] : [])] }
    }
    case 'line_unknown':
      return {
        says: [reason.orderItemIds.length === 0 ? /fits no line/ : /different articles/, lineNames[reason.name.by]],
      }
    case 'nothing_to_return': {
      const which = { no_line: /no line that can be/, nothing_asked_for: /asked for/, nothing_left: /pieces left/ }
      return { says: [which[reason.what]] }
    }
    case 'order_unknown': {
      const which = { id: /has no order/, email: /e-mail/, number: /external number/ }
      return { says: [which[reason.by]] }
    }
    case 'already_done':
      return { says: [reason.orderId === undefined ? /^Event / : /created order/] }
    case 'attempts_used_up':
      return { says: [reason.cause ? /last cause/ : /see the log/, /replay/] }
    case 'withdrawal_unplaced':
      return { says: [/withdrawn/, /comment\.add/, /discard/, /release/] }
    default:
      return { says: [] }
  }
}

/** A reason's own sentence; of several that failed each has its place. */
export function wrongSentence(what: string, reason: Reason, text: string): string[] {
  const { several, ...own } = reason
  const rest = several ? several.count - several.failed.length : 0
  const numbers = wrongNumbers(what, several ?? own, text, rest > 0 ? [rest] : [])
  if (several) {
    const places = several.failed.map(({ position }) => `Command ${position}: `)
    const begins = `${several.count} of the ${several.of} commands`
    return [
      ...numbers,
      ...[begins, ...places].filter((one) => !text.includes(one)).map((one) => `${what} lacks "${one}": ${text}`),
      ...(text.includes(`The other ${rest} `) === rest > 0
        ? []
        : [`${what} does not say how many more failed: ${text}`]),
    ]
  }
  const { says, not = [] } = marksOf(own as Reason)
  const ids = 'ids' in own && own.ids.length > 0 && !text.includes(own.ids.join(', '))
  return [
    ...numbers,
    ...(ids ? [`${what} names its ids in another order: ${text}`] : []),
    ...says.filter((mark) => !mark.test(text)).map((mark) => `${what} does not say ${mark}: ${text}`),
    ...not.filter((mark) => mark.test(text)).map((mark) => `${what} says ${mark}: ${text}`),
  ]
}
