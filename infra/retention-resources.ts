import { allow, policy } from './notification-resources.ts'

type Told = {
  retention: { stoppedDays?: number | undefined }
  sources: Readonly<Record<string, { kind: unknown; on?: readonly string[] | undefined }>>
}

/** The part of the template for what goes before its time: the audit ends events (`retention.stoppedDays`), and a shop asks to forget. */
export const retentionResources = ({ retention, sources }: Told) => ({
  Resources: {
    ...(retention.stoppedDays !== undefined && { EndStopped: endStopped }),
    ...(Object.values(sources).some(asksToForget) && { ForgetPeople: forgetPeople }),
  },
})

const topic = 'customers/redact'
const asksToForget = ({ kind, on = [topic] }: Told['sources'][string]): boolean =>
  kind === 'shopify' && on.includes(topic)

const events = { 'Fn::GetAtt': ['EventsTable2', 'Arn'] }

const endStopped = policy('end-stopped', ['AuditRole'], [allow('dynamodb:UpdateItem', events)])

/** All events are read for it. */
const forgetPeople = policy(
  'forget-people',
  ['WorkerRole', 'RetryRole'],
  [
    allow('dynamodb:BatchGetItem', events),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation replaces it.
    allow('dynamodb:Query', { 'Fn::Sub': '${EventsTable2.Arn}/index/list' }),
  ],
)
