import { afterAll, afterEach, beforeEach, describe } from 'vitest'

export type Backend = {
  backend: string
  /** Why it cannot run here. */
  absent?: string | undefined
  /** After the last test over it. */
  end?: () => Promise<void>
}

/** The beginning of the names of those that are asked for, where `npm test` has run the suites over the others. */
const { ONLY_OVER: only = '' } = process.env

/** One suite over each backend; where one is absent its tests are skipped, and the title tells why. */
export function overEach<B extends Backend>(
  backends: readonly B[],
  subject: string,
  suite: (backend: B) => void,
): void {
  for (const each of backends.filter(({ backend }) => backend.startsWith(only))) {
    const why = each.absent === undefined ? '' : ` (skipped: ${each.absent})`
    describe.skipIf(each.absent !== undefined)(`${subject} over ${each.backend}${why}`, () => {
      afterAll(async () => await each.end?.())
      suite(each)
    })
  }
}

/** What `open` opens for each test of a suite; closed after it. */
export function openEach<Opened extends { close: () => Promise<void> }>(open: () => Promise<Opened>): Opened {
  let opened: Opened
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.close())
  return new Proxy({} as Opened, { get: (_, name) => Reflect.get(opened, name) })
}
