import { audit } from '../../../lib/audit/audit.ts'
import { createBackOffice } from '../../../lib/back-office/back-office.ts'
import { constantsWith } from '../../../lib/back-office/constants.ts'
import { NotSent } from '../../../lib/back-office/http/not-sent.ts'
import { createPace } from '../../../lib/back-office/pace/pace.ts'
import { createSession } from '../../../lib/back-office/session/session.ts'
import { createClock } from '../../../lib/clock.ts'
import { Rejected } from '../../../lib/errors.ts'
import { itemFormat, NewerFormat } from '../../../lib/inbox/format.ts'
import { LostEvent } from '../../../lib/inbox/inbox.ts'
import { discarded, released, replayed } from '../../../lib/inbox/operator-transitions.ts'
import { eventLink } from '../../../lib/operator/events/event-link.ts'
import { moveEvent } from '../../../lib/operator/events/move-event.ts'
import { submit } from '../../../lib/operator/events/submit.ts'
import { loadOperatorCommands, operate } from '../../../lib/operator/operate.ts'
import { createSecrets } from '../../../lib/secrets/secrets.ts'
import { LostLock } from '../../../lib/state/write-record.ts'
import { createDynamoInbox } from '../../../lib/tables/dynamodb/dynamo-inbox.ts'
import { createDynamoLearnt } from '../../../lib/tables/dynamodb/dynamo-learnt.ts'
import { createDynamoRecords } from '../../../lib/tables/dynamodb/dynamo-records.ts'
import { hearDates } from '../../../lib/tables/dynamodb/hear-dates.ts'
import { createDynamoAudit, createDynamoPace, createDynamoSession } from '../../../lib/tables/dynamodb/item-stores.ts'
import { receiveWebhook } from '../../../lib/webhook/receive-webhook.ts'
import { timingAt } from '../../../lib/workflow/timing.ts'
import { processDue } from '../../../lib/workflow/wake/process-due.ts'
import { processRecords } from '../../../lib/workflow/wake/process-records.ts'

// A file that is loaded in the middle of a schedule takes real time, which its clock does not know.
await loadOperatorCommands()

/** All of lib that a machine runs. A second version of the bridge is this file loaded once more, over other sources. */
export const code = {
  ...{ itemFormat, NewerFormat, LostEvent, LostLock, Rejected, NotSent },
  ...{ createClock, createBackOffice, constantsWith, createPace, createSession, createSecrets, timingAt },
  ...{ receiveWebhook, processRecords, processDue, submit, audit, moveEvent, eventLink, operate },
  ...{ discarded, released, replayed },
  ...{ createDynamoInbox, createDynamoRecords, createDynamoSession, createDynamoPace, createDynamoAudit, hearDates },
  createDynamoLearnt,
}

export type Code = typeof code
