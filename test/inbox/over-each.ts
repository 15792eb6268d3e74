import { describe } from 'vitest'

/** One suite over each backend; where one is absent its tests are skipped, and the title tells why. */
export function overEach<Backend extends { backend: string; absent?: string | undefined }>(
  backends: readonly Backend[],
  subject: string,
  suite: (backend: Backend) => void,
): void {
  for (const each of backends) {
    const why = each.absent === undefined ? '' : ` (skipped: ${each.absent})`
    describe.skipIf(each.absent !== undefined)(`${subject} over ${each.backend}${why}`, () => suite(each))
  }
}
