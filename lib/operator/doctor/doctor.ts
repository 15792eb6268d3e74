import * as z from 'zod'
import { returnStatusOf, tellsOf } from '../../config/source-family.ts'
import { LoginClosed, RetryLater } from '../../errors.ts'
import { NewerFormat } from '../../inbox/format.ts'
import { traceOf } from '../../log.ts'
import { languages } from '../../sentences/languages.ts'
import { defineCommand, newerVersion, type Operator } from '../operator.ts'
import { loginView } from '../views/login-view.ts'
import { checkPaths } from './check-paths.ts'
import { type Finding, fine, notChecked, problem, warning } from './check-rights.ts'

/**
 * Checks everything that a bridge needs and says what is wrong. Logs in at most once, and only through the session: a closed login stays
 * closed, and an existing token is used. Everything else that it sends to the back office is a read.
 */
export const doctor = defineCommand({
  name: 'doctor',
  input: z.strictObject({ rights: z.boolean().optional() }),
  run: async (operator, { rights }) => {
    const checks: Finding[] = [configuration(operator), labels(operator)]
    for (const [check, look] of looks) checks.push(...(await careful(operator, check, look)))
    checks.push(...(await careful(operator, 'the paths of the back office', () => checkPaths(operator, { rights }))))
    return { healthy: checks.every(({ state }) => state !== 'problem'), checks }
  },
})

type Look = (operator: Operator, check: string) => Promise<Finding | Finding[]>

/** What must be fixed first comes first. */
const looks: readonly (readonly [check: string, look: Look])[] = [
  ["the sources' secret", sourceSecrets],
  ["the back office's secret", backOfficeSecret],
  ['the table of events', eventsTable],
  ['the table of state', stateTable],
  ['the login', login],
  ['a token', token],
]

function configuration({ workflow }: Operator): Finding {
  const sources = Object.entries(workflow.config.sources).map(([name, { kind }]) =>
    name === kind ? name : `${name} (${kind})`,
  )
  return sources.length === 0
    ? problem('the configuration', 'bridge.config.ts has no source, so every webhook is refused.')
    : fine('the configuration', `${sources.length} sources: ${sources.join(', ')}.`)
}

/** A back office makes its label by status, and nobody but the merchant knows whether it is the one who sends it. */
function labels({ workflow: { config, constants } }: Operator): Finding {
  const check = 'the labels of returns'
  const { returnFrom } = constants.statuses
  const names = Object.entries(config.sources).flatMap(([name, { withdrawals }]) =>
    tellsOf(config, name) === 'announcement' || withdrawals === 'return' ? [name] : [],
  )
  const statusOf = (name: string) => returnStatusOf(config, name, 'announced')
  const list = (of: readonly string[]) => (of.length === 0 ? 'none' : of.join(', '))
  const announcing = names.filter((name) => (statusOf(name) ?? returnFrom) === returnFrom)
  const says = `Sources that announce returns with status ${returnFrom}, by which a back office makes its carrier label: ${list(announcing)}.`
  if (announcing.every((name) => statusOf(name) !== undefined)) return fine(check, says)
  const remedy = `If somebody else sends it, set returnStatus.announced to a status without a label; if not, set it to ${returnFrom}, and this warning ends.`
  return warning(check, `${says} ${remedy}`)
}

async function sourceSecrets({ workflow, secrets }: Operator, check: string): Promise<Finding> {
  const found = await secrets.sources(workflow.config.sources)
  if (found === 'not readable here') {
    const says =
      'Only the webhook functions may read it. Their log names sources whose secret is missing or too short, and those that share one.'
    return notChecked(check, says)
  }
  const { without, useless, sharing } = found
  const missing =
    without.length > 0 && `There is no secret for ${without.join(', ')}, so the bridge refuses its deliveries.`
  const wrong =
    useless.length > 0 &&
    `A secret of ${useless.join(', ')} is too short or has the wrong format for its sender, so it proves nothing (at least 16 bytes where people choose it, 8 where the sender makes it, 24 characters of a token: docs/senders.md).`
  const problems = [missing, wrong].filter((text) => text !== false)
  const shared = sharing.map(
    (names) =>
      `${names.join(', ')} share a secret: whoever can sign for one of them can sign for all. Give each its own.`,
  )
  if (problems.length > 0) return problem(check, [...problems, ...shared].join(' '))
  return shared.length > 0 ? warning(check, shared.join(' ')) : fine(check, 'Every source has a secret of its own.')
}

async function backOfficeSecret({ secrets }: Operator, check: string): Promise<Finding> {
  const problems = await secrets.backOffice()
  if (problems.length > 0) return problem(check, `${problems.join('; ')}. Correct the secret.`)
  return (await secrets.isPasswordWeak())
    ? warning(check, weakPassword)
    : fine(check, 'It has an address, a user name and a password.')
}

const weakPassword =
  'The password of the API user has fewer than 16 characters, or few different ones. Whoever can read the table of state can try passwords on the stored token, and no lockout counts: give the user a long random one (SECURITY.md).'

async function eventsTable({ workflow }: Operator, check: string): Promise<Finding> {
  await workflow.inbox.list({ limit: 1 })
  return fine(check, 'The bridge can read it.')
}

async function stateTable({ workflow }: Operator, check: string): Promise<Finding> {
  // No order has the id 0, so this reads and finds nothing.
  await workflow.records.get('order#0')
  return fine(check, 'The bridge can read it.')
}

async function login({ session }: Operator, check: string): Promise<Finding> {
  const { state, says } = loginView(await session.status(), languages.en)
  return state === 'open' ? fine(check, says) : problem(check, says)
}

async function token({ session, deadlineMs }: Operator, check: string): Promise<Finding> {
  await session.token({ deadlineMs })
  return fine(check, 'The bridge has a token for the back office.')
}

/** A check that throws is a finding, and the others go on. */
async function careful(operator: Operator, check: string, look: Look): Promise<Finding[]> {
  try {
    return [await look(operator, check)].flat()
  } catch (error) {
    if (error instanceof LoginClosed || error instanceof RetryLater) return [problem(check, `${error.message}.`)]
    if (error instanceof NewerFormat) return [problem(check, newerVersion)]
    operator.workflow.log.error('a check of doctor failed', { check, ...traceOf(error) })
    return [problem(check, `The bridge cannot reach it (${error instanceof Error ? error.name : 'unknown error'}).`)]
  }
}
