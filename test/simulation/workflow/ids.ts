import { languages } from '../../../lib/sentences/languages.ts'
import { say } from '../../../lib/sentences/sentences.ts'
import type { Chance } from '../random.ts'
import type { Work } from './world.ts'

const { en } = languages

/** Of many ids twenty are named, and how many more there are. */
export function manyIds({ wrong, same }: Work, chance: Chance): void {
  const ids = Array.from({ length: chance.between(18, 24) }, (_, at) => 5_001 + at)
  const text = say(en.reason, { code: 'order_ambiguous', key: 'k', what: 'several', ids, wanted: 'return' })
  same('the ids', [text.includes(ids.slice(0, 20).join(', ')), text.includes('5021')], [true, false])
  same('how many more', /and (\d+) more/.exec(text)?.[1], ids.length > 20 ? String(ids.length - 20) : undefined)
  const what = chance.pick(['list_incomplete', 'list_mixed', 'similar', 'twice'] as const)
  const unclear = say(en.reason, { code: 'outcome_unclear', key: 'k', what, kind: 'return', orderId: 77, ids })
  same(
    `the ids of ${what}`,
    unclear.includes(`(${ids.slice(0, 20).join(', ')}${ids.length > 20 ? ` and ${ids.length - 20} more` : ''})`),
    true,
  )
  const because = chance.pick(['attempts_used_up', 'command_gone', 'order_cancelled', 'rejected'] as const)
  const stuck = say(en.reason, {
    code: 'outcome_unclear',
    key: 'k',
    what: 'cannot_continue',
    because,
    ...(because === 'rejected' && { words: 'Not now' }),
    ids: [],
  })
  const says = {
    attempts_used_up: /all attempts are used up/,
    command_gone: /Restore the configuration/,
    order_cancelled: /\(order_cancelled\)/,
    rejected: /refused the next step: Not now/,
  }
  if (!says[because].test(stuck) || !/release/.test(stuck)) wrong.push(`${because} reads: ${stuck}`)
  for (const [item, words] of [
    ['order#10001', 'order 10001'],
    ['number#Hallo Anna', 'the same external number'],
    ['image#7/8/x/1', 'the same image'],
    ['comment#a/b', 'the same comment'],
  ] as const)
    same(`busy with ${item}`, say(en.wait, { code: 'busy', item }).includes(`works on ${words},`), true)
  const most = chance.between(1, 3)
  same(
    'how often',
    say(en.reason, { code: 'write_cap', key: 'k', orderId: 9, most }).includes(
      most === 1 ? 'order 9 once today' : `order 9 ${most} times today`,
    ),
    true,
  )
}
