import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { Clock } from '../../clock.ts'

/** Lets the clock hear the `Date` of every answer: the SDK corrects only the time that it signs with. */
export function hearDates(client: DynamoDBClient, clock: Clock): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      const sentAt = clock.now()
      const answer = await next(args)
      const { headers } = answer.response as { headers?: Record<string, string> }
      clock.heard('table', headers?.date, { sentAt, answeredAt: clock.now() })
      return answer
    },
    // Closest to the request: before a refusal becomes an error.
    { step: 'deserialize', priority: 'low', name: 'hearDates' },
  )
}
