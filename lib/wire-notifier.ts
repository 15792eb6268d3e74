import type { Config } from './config/config.ts'
import * as environment from './environment.ts'
import { lazy } from './lazy.ts'
import { readLinkKey } from './secrets/secrets.ts'
import type { wire } from './wire.ts'

const publishTimeoutMs = 5_000

/** Who tells people, apart from lib/wire.ts: the operator's zip is without. Undefined: nobody is to be told. */
export const wireNotifier = (
  config: Config,
  { log, now, workflow, session, stores, secrets }: ReturnType<typeof wire>,
) =>
  lazy(async () => {
    const print = environment.printsNotices() ? environment.output.out : undefined
    if (!config.notify && !print) return undefined
    const [{ createNotifier }, { createReceivers }, { linksWith }] = await Promise.all([
      import('./notify/notifier.ts'),
      import('./notify/receivers.ts'),
      import('./notify/link.ts'),
    ])
    const readKey = async () => await readLinkKey(secrets(), environment.fromEnvironment('decideSecret'))
    const linksFor = linksWith({ config, readKey, now, log })
    return createNotifier({
      workflow: workflow(),
      login: () => session().status(),
      store: stores().notifications(),
      receivers: createReceivers({ config, fetch, now, print, publish: await openPublish(config, now), linksFor }),
    })
  })

/** Writes notes into the back office, where that is wanted. Never throws. */
export async function writeNotesOf({ notes }: Config, { workflow, stores }: ReturnType<typeof wire>): Promise<void> {
  if (!notes) return
  const { writeNotes } = await import('./notify/notes.ts')
  await writeNotes({ workflow: workflow(), store: stores().notes() })
}

/** Undefined where nobody gets e-mails: without `notify.email`, and where nothing is deployed that could send them. */
async function openPublish({ notify }: Config, now: () => number) {
  const topic = notify?.email === undefined ? undefined : environment.optionalFromEnvironment('notificationsTopic')
  if (topic === undefined) return undefined
  const [{ createPublish }, { createExchange }] = await Promise.all([
    import('./aws/publish-message.ts'),
    import('./aws/exchange.ts'),
  ])
  const exchange = createExchange({ timeoutMs: publishTimeoutMs })
  return createPublish({ access: environment.awsAccess('SNS', 'sns'), topic, exchange, now })
}
