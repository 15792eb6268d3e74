import { afterEach, beforeEach, describe, inject } from 'vitest'

export type Backend = {
  backend: string
  /** Why it cannot run here. */
  absent?: string | undefined
}

/** `endpoint`: of the server that the tables of all suites share; without, each table is one in memory. */
export type DynamoBackend = Backend & { endpoint?: string | undefined }

export const inMemory: DynamoBackend = { backend: 'memory' }
const dynamoDbLocal = inject('dynamoDbLocal')

/** Where the suites run: in memory, and in the project `dynamodb` over DynamoDB Local instead. */
export const dynamoBackends: readonly DynamoBackend[] = [
  dynamoDbLocal === undefined ? inMemory : { backend: 'DynamoDB Local', ...dynamoDbLocal },
]

/** One suite over each backend; where one is absent its tests are skipped, and the title tells why. */
export function overEach<B extends Backend>(backends: readonly B[], subject: string, suite: (each: B) => void): void {
  for (const each of backends) {
    const why = each.absent === undefined ? '' : ` (skipped: ${each.absent})`
    describe.skipIf(each.absent !== undefined)(`${subject} over ${each.backend}${why}`, () => suite(each))
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
