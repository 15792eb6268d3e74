import { describe, expect, it } from 'vitest'
import { constantsWith } from '../../lib/back-office/constants.ts'
import { failureTable, type Kind, type Verdict, verdictOf } from '../../lib/back-office/http/answers.ts'
import { rowsOf, statements, textOf } from './back-office-page.ts'

describe('the tables of docs/back-office.md', () => {
  const constants = constantsWith()

  it('have the numbers of the code', () => {
    const { orderTypes, statuses, itemTypes, propertyTypes, addressRelationTypes, emailOptionTypes } = constants
    const tables = { orderTypes, statuses, itemTypes, propertyTypes, addressRelationTypes, emailOptionTypes }
    const expected = Object.entries(tables).flatMap(([table, entries]) =>
      Object.entries(entries).map(
        ([name, number]) =>
          `${table}.${name} = ${Array.isArray(number) ? number.map((range) => range.join(' to below ')) : number}`,
      ),
    )
    const rows = statements.filter(({ header }) => header.includes('name in the configuration'))
    const written = rows.map(({ cells: [number, , name] }) => `${name?.replaceAll('`', '')} = ${number}`)
    expect(written.toSorted()).toEqual(expected.toSorted())
    expect(textOf('4.5')).toContain(`Return reason \`${constants.defaultReturnReason}\``)
  })

  it('have the channels and the countries of the code', () => {
    const rows = statements.filter(({ header }) => header.startsWith('| number | channel |'))
    const expected = constants.referrers.map((one) =>
      'prefix' in one ? [`${one.prefix}...`, one.channel] : [`${one.referrerId}`, one.channel],
    )
    expect(rows.map(({ cells }) => cells.slice(0, 2))).toEqual(expected)
    const countries = Object.entries(constants.countries).map(([id, code]) => `${id}=${code}`)
    expect(textOf('4.9')).toContain(`Countries: ${countries.join(', ')}.`)
  })

  it('say of each answer what the client takes it for', () => {
    const words: Record<Verdict, string> = {
      value: 'value',
      rejected: '`Rejected`',
      deferral: '`RetryLater`, deferral',
      retry: '`RetryLater`',
      unknown: '`OutcomeUnknown`',
    }
    const rows = rowsOf({ number: '12.3', text: textOf('12.3') }).map(({ cells }) => cells)
    const failures = rows.filter(([answer]) => answer?.startsWith('`'))
    expect(Object.fromEntries(failures.map(([answer, ...said]) => [/^`(\w+)`/.exec(answer ?? '')?.[1], said]))).toEqual(
      Object.fromEntries(
        Object.entries(failureTable).map(([failure, { read, write }]) => [failure, [words[read], words[write]]]),
      ),
    )
    const kinds: readonly Kind[] = ['read', 'write']
    for (let status = 200; status < 600; status += 1) {
      const row = rows.find(([answer = '']) => isMeant(answer, status))
      expect(row?.slice(1), `${status}`).toEqual(kinds.map((kind) => words[verdictOf(status, kind)]))
    }
  })
})

/** Whether a row speaks of the status; the first that does counts. */
function isMeant(answer: string, status: number): boolean {
  if (answer.startsWith('any other status')) return true
  if (answer.startsWith('any other 4xx')) return status >= 400 && status <= 499
  const [, from, to] = /^(\d+)-(\d+)/.exec(answer) ?? []
  if (from !== undefined) return status >= Number(from) && status <= Number(to)
  return /^[\d, ]+/.exec(answer)?.[0].includes(`${status}`) ?? false
}
