import * as z from 'zod'
import type { Reply } from '../reply.ts'
import { failure } from '../reply.ts'
import type { World } from '../world.ts'

/** One call of the control interface: one file under control/. */
export type ControlCall = {
  method: 'GET' | 'POST' | 'DELETE'
  path: '/' | `/sandbox/${string}`
  answer(world: World, body: unknown, params: Record<string, string>): Reply
}

/** A call with a body of this shape. Any other body is refused with 400 and a sentence that names the field. */
export const withBody =
  <T>(
    schema: z.ZodType<T>,
    answer: (world: World, body: T, params: Record<string, string>) => Reply,
  ): ControlCall['answer'] =>
  (world, body, params) => {
    const parsed = schema.safeParse(body)
    if (parsed.success) return answer(world, parsed.data, params)
    const sentences = parsed.error.issues.map((issue) =>
      issue.path.length === 0 ? issue.message : `${issue.path.map(String).join('.')}: ${issue.message}`,
    )
    return failure(400, sentences.join('; '), 'invalid')
  }

/** A limit or a count. */
export const positive = z.int().positive()
