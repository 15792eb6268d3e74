import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PageBehind, pagesBehind } from '../../lib/audit/find-orphans.ts'
import { PutOff } from '../../lib/audit/reader.ts'

type Place = Parameters<typeof pagesBehind>[0]
const beginning = { page: 1, id: 0 }

/** A list of these ids in pages of two. `between` sees the list before each page. */
function listOf(ids: number[], { size = 2, between = (_: number[], _read: number) => {}, total = true } = {}) {
  const asked: number[] = []
  const read = async (page: number) => {
    between(ids, asked.length)
    asked.push(page)
    const found = ids.slice((page - 1) * size, page * size)
    const entries = found.map((id) => ({ id, typeId: 3, statusId: 9 }) as never)
    return { entries, ids: found, isLastPage: page * size >= ids.length, totalsCount: total ? ids.length : undefined }
  }
  return { read, asked }
}

const idsOf = (pages: readonly PageBehind[]) => pages.flatMap(({ entries }) => entries.map(({ id }) => id))
const removed = (ids: number[], id: number) => ids.splice(ids.indexOf(id), ids.includes(id) ? 1 : 0)

describe('the pages behind a place', () => {
  it('are all of them from the beginning, each entry once', async () => {
    const { read, asked } = listOf([1, 2, 3, 4, 5])
    const pages = await Array.fromAsync(pagesBehind(beginning, read))
    expect(pages.map(({ page, id, inOrder }) => ({ page, id, inOrder }))).toEqual([
      { page: 1, id: 2, inOrder: true },
      { page: 2, id: 4, inOrder: true },
      { page: 3, id: 5, inOrder: true },
    ])
    expect(idsOf(pages)).toEqual([1, 2, 3, 4, 5])
    expect(asked).toEqual([1, 2, 3])
  })

  it.each([
    ['in the middle of a page', { page: 2, id: 3 }, [4, 5], [2, 3]],
    ['at the end of a page', { page: 2, id: 4 }, [5], [2, 3]],
    ['at the end of the list', { page: 3, id: 5 }, [], [3]],
  ])('begin with the page of a place %s', async (_title, place, ids, pages) => {
    const { read, asked } = listOf([1, 2, 3, 4, 5])
    expect(idsOf(await Array.fromAsync(pagesBehind(place, read)))).toEqual(ids)
    expect(asked).toEqual(pages)
  })

  it.each([
    ['the entry of the place', [1, 2, 3, 5, 6], [5, 6]],
    ['so much that the place lies on an earlier page', [3, 4, 5, 6], [5, 6]],
    ['everything before', [5, 6, 7], [5, 6, 7]],
    ['all', [], []],
  ])('leave nothing out where the list has lost %s since', async (_title, ids, behind) => {
    const { read } = listOf(ids)
    expect(idsOf(await Array.fromAsync(pagesBehind({ page: 2, id: 4 }, read)))).toEqual(behind)
  })

  it('report each step back, so that a run that ends there has come nearer to the place', async () => {
    const { read } = listOf([5, 6])
    const pages = pagesBehind({ page: 4, id: 4 }, read)
    expect((await pages.next()).value).toMatchObject({ page: 3, id: 4, entries: [] })
    expect((await pages.next()).value).toMatchObject({ page: 2, id: 4, entries: [] })
  })

  it('begin with the next page where the run before has come no further than to find the place', async () => {
    const { read, asked } = listOf([1, 2, 3, 4, 5])
    const [again] = await Array.fromAsync(pagesBehind({ page: 1, id: 2 }, read))
    const { page, id, found } = again ?? expect.fail('no page')
    expect({ page, id, found }).toEqual({ page: 1, id: 2, found: { total: 5 } })
    asked.length = 0
    expect(idsOf(await Array.fromAsync(pagesBehind({ page, id, found: { total: 5 } }, read)))).toEqual([3, 4, 5])
    expect(asked).toEqual([2, 3])
  })

  it('begin with the page of the place all the same where the list is shorter than when it was found', async () => {
    const { read, asked } = listOf([2, 3, 4, 5])
    expect(idsOf(await Array.fromAsync(pagesBehind({ page: 1, id: 2, found: { total: 5 } }, read)))).toEqual([3, 4, 5])
    expect(asked).toEqual([2, 1, 2])
  })

  it('are read once more from the page before where the list became shorter meanwhile', async () => {
    const { read } = listOf([1, 2, 3, 4, 5], { between: (ids, reads) => reads === 1 && removed(ids, 1) })
    expect(idsOf(await Array.fromAsync(pagesBehind(beginning, read)))).toEqual([1, 2, 3, 4, 5])
  })

  it('leave nothing out over runs of any number of reads, whatever goes and comes between them', async () => {
    const aRun = fc.record({ reads: fc.integer({ min: 1, max: 4 }), gone: fc.nat(40), comes: fc.boolean() })
    const aCase = fc.record({
      count: fc.integer({ min: 1, max: 12 }),
      size: fc.integer({ min: 1, max: 4 }),
      runs: fc.array(aRun),
    })
    const check = fc.asyncProperty(aCase, async ({ count, size, runs }) => {
      const ids = Array.from({ length: count }, (_, index) => index + 1)
      const { read } = listOf(ids, { size })
      const seen = new Set<number>()
      let place: Place = beginning
      const run = async (reads: number): Promise<boolean> => {
        let left = reads
        for await (const { page, id, entries, found } of pagesBehind(place, read)) {
          for (const one of entries) seen.add(one.id)
          place = { page, id, ...(found && { found }) }
          left -= 1
          if (left === 0) return false
        }
        return true
      }
      for (const { reads, gone, comes } of runs) {
        await run(reads)
        // Once a place was found, only a list that shows fewer entries than before is taken for another one.
        if (place.found === undefined || !comes) removed(ids, gone)
        if (comes) ids.push(Math.max(100, ...ids) + 1)
      }
      let more = 0
      while (!(await run(2))) {
        more += 1
        if (more > 200) expect.fail('the list does not come to its end')
      }
      expect(ids.filter((id) => !seen.has(id))).toEqual([])
    })
    await fc.assert(check, { numRuns: 200, seed: 11 })
  })

  it('bring each entry of a list that is in no order, and say so', async () => {
    const { read } = listOf([5, 4, 1, 3, 2])
    const pages = await Array.fromAsync(pagesBehind(beginning, read))
    expect(idsOf(pages)).toEqual([5, 4, 1, 3, 2])
    expect(pages.map(({ inOrder }) => inOrder)).toEqual([false, false, false])
  })

  it('say so too where only the next page lies before the one behind it', async () => {
    const { read } = listOf([3, 4, 1, 2])
    expect((await Array.fromAsync(pagesBehind(beginning, read))).map(({ inOrder }) => inOrder)).toEqual([true, false])
  })

  it('end where a list that is in no order became shorter: what was seen of it proves nothing', async () => {
    const { read } = listOf([5, 4, 1, 3, 2], { between: (ids, reads) => reads === 1 && removed(ids, 5) })
    await expect(Array.fromAsync(pagesBehind(beginning, read))).rejects.toThrow(PutOff)
  })

  it('end where a list brings the same for ever', async () => {
    const read = async () => ({ entries: [], ids: [1, 2], isLastPage: false, totalsCount: undefined })
    await expect(Array.fromAsync(pagesBehind(beginning, read))).rejects.toThrow('list_endless')
  })

  it('go on where the server shows no total', async () => {
    const { read } = listOf([1, 2, 3], { total: false })
    expect(idsOf(await Array.fromAsync(pagesBehind(beginning, read)))).toEqual([1, 2, 3])
  })
})
