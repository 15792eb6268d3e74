import type { Ask } from '../../console/console-env.ts'
import { createConsole } from '../../console/create-console.ts'
import { operate } from '../../lib/operator/operate.ts'
import { operatorOf } from '../operator/desk.ts'
import { createWorld, type World } from '../workflow/world.ts'
import { createVisitor } from './visitor.ts'

/** The console over the real commands of a world. */
export function deskConsole(world: World = createWorld(), own?: Ask) {
  const ask: Ask = own ?? ((command) => operate(operatorOf(world), command))
  let ids = 0
  const app = createConsole({
    ask,
    now: world.now,
    newId: () => {
      ids += 1
      return `session-of-the-test-${ids}`
    },
    secret: 'secret-of-the-test',
    report: (message, error) => {
      throw new Error(message, { cause: error })
    },
  })
  return { world, ask, app, visitor: createVisitor(app) }
}

/** Accepts a delivery of the generic form and runs it to its end. */
export async function finished(world: World, body: unknown): Promise<string> {
  const id = await world.accept('standard', body)
  await world.finish(id)
  await world.advance(1_000)
  return id
}
