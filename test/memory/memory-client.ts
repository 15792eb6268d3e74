import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** One attempt of one request. `headers`: of its answer, also of one that refuses. */
export type Attempt = (command: object) => Promise<Answered>
export type Answered =
  | { output: unknown; headers: Record<string, string> }
  | { error: unknown; headers: Record<string, string> }

type Arguments = { input: unknown }
type Result = { output: unknown; response: { headers: Record<string, string> }; error?: unknown }
type Handler = (args: Arguments) => Promise<Result>
type Middleware = (next: Handler) => Handler

/** What the SDK makes of a failed attempt: nothing, or the time until it sends the same once more. */
export type Repeats = (error: unknown, attempts: number) => Promise<boolean>

/** Each request is carried out at once. */
export const executed =
  (execute: (command: object) => unknown): Attempt =>
  async (command) => {
    try {
      return { output: execute(command), headers: {} }
    } catch (error) {
      return { error, headers: {} }
    }
  }

/**
 * A document client whose requests go through `attempt` instead of a network. What is added to its stack sees each attempt, as what is
 * added to the real one right before the network.
 */
export function createMemoryClient(attempt: Attempt, repeats: Repeats = async () => false): DynamoDBDocumentClient {
  const middlewares: Middleware[] = []

  async function send(command: { input: unknown }): Promise<unknown> {
    const base: Handler = async () => {
      const { headers, ...answered } = await attempt(command)
      return { output: undefined, ...answered, response: { headers } }
    }
    const handler = middlewares.reduce((next, middleware) => middleware(next), base)
    for (let attempts = 1; ; attempts += 1) {
      try {
        const result = await handler({ input: command.input })
        if (result.error !== undefined) throw result.error
        return result.output
      } catch (error) {
        if (!(await repeats(error, attempts))) throw error
      }
    }
  }

  const middlewareStack = { add: (middleware: Middleware) => void middlewares.push(middleware) }
  return Object.create(DynamoDBDocumentClient.prototype, {
    send: { value: send },
    middlewareStack: { value: middlewareStack },
    destroy: { value: () => {} },
  })
}
