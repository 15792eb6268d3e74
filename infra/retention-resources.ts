import { policy } from './notification-resources.ts'

/** The part of the template for `retention.stoppedDays`: with it the audit ends events. */
export const retentionResources = ({ retention }: { retention: { stoppedDays?: number | undefined } }) => ({
  Resources: retention.stoppedDays === undefined ? {} : { EndStopped: endStopped },
})

const endStopped = policy({
  name: 'end-stopped',
  roles: ['AuditRole'],
  statements: [{ Effect: 'Allow', Action: 'dynamodb:UpdateItem', Resource: { 'Fn::GetAtt': ['EventsTable2', 'Arn'] } }],
})
