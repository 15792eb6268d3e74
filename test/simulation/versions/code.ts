import { audit } from '../../../lib/audit/audit.ts'
import { createBackOffice } from '../../../lib/back-office/back-office.ts'
import { constantsWith } from '../../../lib/back-office/constants.ts'
import { NotSent } from '../../../lib/back-office/http/not-sent.ts'
import { createPace } from '../../../lib/back-office/pace/pace.ts'
import { createSession } from '../../../lib/back-office/session/session.ts'
import { createClock } from '../../../lib/clock.ts'
import { Rejected } from '../../../lib/errors.ts'
import { createDynamoInbox } from '../../../lib/inbox/dynamo-inbox.ts'
import { itemFormat, NewerFormat } from '../../../lib/inbox/format.ts'
import { hearDates } from '../../../lib/inbox/hear-dates.ts'
import { LostEvent } from '../../../lib/inbox/inbox.ts'
import { discarded, released, replayed } from '../../../lib/inbox/operator-transitions.ts'
import { eventLink } from '../../../lib/operator/event-link.ts'
import { moveEvent } from '../../../lib/operator/move-event.ts'
import { loadOperatorCommands, operate } from '../../../lib/operator/operate.ts'
import { submit } from '../../../lib/operator/submit.ts'
import { createSecrets } from '../../../lib/secrets/secrets.ts'
import { createDynamoAudit } from '../../../lib/state/dynamo-audit.ts'
import { createDynamoPace } from '../../../lib/state/dynamo-pace.ts'
import { createDynamoRecords } from '../../../lib/state/dynamo-records.ts'
import { createDynamoSession } from '../../../lib/state/dynamo-session.ts'
import { LostLock } from '../../../lib/state/write-record.ts'
import { receiveWebhook } from '../../../lib/webhook/receive-webhook.ts'
import { processDue } from '../../../lib/workflow/process-due.ts'
import { processRecords } from '../../../lib/workflow/process-records.ts'
import { timingAt } from '../../../lib/workflow/timing.ts'

// A file that is loaded in the middle of a schedule takes real time, which its clock does not know.
await loadOperatorCommands()

/** All of lib that a machine runs. A second version of the bridge is this file loaded once more, over other sources. */
export const code = {
  ...{ itemFormat, NewerFormat, LostEvent, LostLock, Rejected, NotSent },
  ...{ createClock, createBackOffice, constantsWith, createPace, createSession, createSecrets, timingAt },
  ...{ receiveWebhook, processRecords, processDue, submit, audit, moveEvent, eventLink, operate },
  ...{ discarded, released, replayed },
  ...{ createDynamoInbox, createDynamoRecords, createDynamoSession, createDynamoPace, createDynamoAudit, hearDates },
}

export type Code = typeof code
