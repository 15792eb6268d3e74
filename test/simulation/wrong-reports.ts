import type { Workflow } from '../../lib/workflow/workflow.ts'

/**
 * What a worker reports of a batch: a record of each event that could not even be tried, because its claim had no answer, and of no other
 * (docs/architecture.md, the stream is only a hint). `ids`: of the records, which are numbered by their place.
 */
export function watchReports(workflow: Workflow, ids: readonly string[]) {
  const answered = new Set<string>()
  const { inbox } = workflow
  const watched: Workflow = {
    ...workflow,
    inbox: {
      ...inbox,
      claim: (id, given) =>
        inbox.claim(id, given).then((claimed) => {
          answered.add(id)
          return claimed
        }),
    },
  }
  const wrongIn = (reported: readonly string[]): string[] => {
    const named = reported.map((place) => ids[Number(place)] ?? `nothing (${place})`)
    return [
      ...named.filter((id) => answered.has(id) || !ids.includes(id)).map((id) => `reported: ${id}, which was tried`),
      ...[...new Set(ids)].filter((id) => !answered.has(id) && !named.includes(id)).map((id) => `not reported: ${id}`),
      ...(new Set(reported).size < reported.length ? ['reported: a record twice'] : []),
    ]
  }
  return { watched, wrongIn }
}
