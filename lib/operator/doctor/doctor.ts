import * as z from 'zod'
import { silentSources } from '../../audit/silence.ts'
import { budgetsSeen } from '../../back-office/pace/budget-facts.ts'
import { customersOf } from '../../back-office/resources/order-filter.ts'
import { announces, returnStatusOf } from '../../config/source-family.ts'
import { LoginClosed, RetryLater } from '../../errors.ts'
import { NewerFormat } from '../../inbox/format.ts'
import { traceOf } from '../../log.ts'
import type { BudgetFacts } from '../../reasons.ts'
import { sentencesOf } from '../../sentences/languages.ts'
import { say } from '../../sentences/sentences.ts'
import type { Seen } from '../../sentences/why-facts.ts'
import { defineCommand, type Operator } from '../operator.ts'
import { checkPaths } from './check-paths.ts'
import { causeOf, unlessUnanswered } from './check-rights.ts'
import { type Finding, fine, notChecked, type PlainCheck, problem, warning } from './finding.ts'

/** Checks all that a bridge needs. Logs in at most once, and only through the session; all else that it sends is a read. */
export const doctor = defineCommand({
  name: 'doctor',
  input: z.strictObject({ rights: z.boolean().optional() }),
  run: async (operator, { rights }) => {
    const found: Finding[] = [configuration(operator), labels(operator)]
    const looks = { ...first, paths: () => checkPaths(operator, { rights }), ...last }
    for (const [check, look] of Object.entries(looks))
      found.push(...(await careful(operator, check as keyof typeof looks, look)))
    const sentences = sentencesOf(operator.workflow.config)
    const checks = found.map(({ check, state, seen }) => ({
      check: say(sentences.checked, check),
      code: check.code,
      state,
      says: seen.map((facts) => say(sentences.seen, facts)).join(' '),
    }))
    return { healthy: found.every(({ state }) => state !== 'problem'), checks }
  },
})

type Look = (operator: Operator) => Promise<Finding | Finding[]>

const first = {
  source_secrets: sourceSecrets,
  back_office_secret: backOfficeSecret,
  events_table: async ({ workflow }: Operator) => {
    await workflow.inbox.list({ limit: 1 })
    return fine('events_table', { code: 'table_readable' })
  },
  state_table: async ({ workflow }: Operator) => {
    // No order has the id 0, so this reads and finds nothing.
    await workflow.records.get('order#0')
    return fine('state_table', { code: 'table_readable' })
  },
  login,
  token: async ({ session, deadlineMs }: Operator) => {
    await session.token({ deadlineMs })
    return fine('token', { code: 'token_there' })
  },
}
/** The answers to the checks before have named the limits. */
const last = {
  customers: (operator: Operator) => unlessUnanswered(customers(operator), 'customers'),
  silence,
  messages,
  limits,
}

function configuration({ workflow }: Operator): Finding {
  const sources = Object.entries(workflow.config.sources).map(([name, { kind }]) =>
    name === kind ? name : `${name} (${kind})`,
  )
  if (sources.length === 0) return problem('configuration', { code: 'no_source' })
  return fine('configuration', { code: 'sources', sources })
}

/** A back office makes its label by status, and nobody but the merchant knows whether it is the one who sends it. */
function labels({ workflow: { config, constants } }: Operator): Finding {
  const { returnFrom: statusId } = constants.statuses
  const names = Object.keys(config.sources).filter((name) => announces(config, name))
  const statusOf = (name: string) => returnStatusOf(config, name, 'announced')
  const sources = names.filter((name) => (statusOf(name) ?? statusId) === statusId)
  const seen = { code: 'announces_with_label', statusId, sources } as const
  if (sources.every((name) => statusOf(name) !== undefined)) return fine('labels', seen)
  return warning('labels', seen, { code: 'set_announced', statusId })
}

async function sourceSecrets({ workflow, secrets }: Operator): Promise<Finding> {
  const found = await secrets.sources(workflow.config.sources)
  if (found === 'not readable here') return notChecked('source_secrets', { code: 'secrets_not_readable' })
  const { without, useless, sharing } = found
  const problems = [
    { code: 'secret_missing', sources: without } as const,
    { code: 'secret_useless', sources: useless } as const,
  ].filter(({ sources }) => sources.length > 0)
  const shared = sharing.map((sources): Seen => ({ code: 'secret_shared', sources }))
  if (problems.length > 0) return problem('source_secrets', ...problems, ...shared)
  return shared.length > 0 ? warning('source_secrets', ...shared) : fine('source_secrets', { code: 'secrets_own' })
}

async function backOfficeSecret({ secrets }: Operator): Promise<Finding> {
  const problems = await secrets.backOffice()
  if (problems.length > 0) return problem('back_office_secret', { code: 'secret_wrong', words: problems.join('; ') })
  if (await secrets.isPasswordWeak()) return warning('back_office_secret', { code: 'password_weak' })
  return fine('back_office_secret', { code: 'secret_complete' })
}

async function login({ session }: Operator): Promise<Finding> {
  const { state } = await session.status()
  return (state === 'open' ? fine : problem)('login', { code: 'login_is', state })
}

/** Whether the latest return of the bridge has a customer: that a POST gives it one is said nowhere (docs/back-office.md 4.8). */
async function customers({ workflow: { inbox, openBackOffice }, deadlineMs }: Operator): Promise<Finding> {
  const { events } = await inbox.list({ status: 'done', limit: 20 })
  const latest = await inbox.getAll(events.map(({ id }) => id))
  const commands = latest.flatMap((event) => Object.values(event.read().progress))
  const { returnId } = commands.find((one) => one.returnId !== undefined && !one.linked) ?? {}
  if (returnId === undefined) return notChecked('customers', { code: 'no_return' })
  const found = await openBackOffice({ deadlineMs }).orders.read(returnId)
  if (!found.relations) return notChecked('customers', { code: 'no_return' })
  if (customersOf(found).length > 0) return fine('customers', { code: 'customer_there', returnId })
  return warning('customers', { code: 'customer_missing', returnId })
}

/** As the last audit has heard them. */
async function silence({ workflow, audits }: Operator): Promise<Finding[]> {
  const silent = silentSources(workflow, (await audits.read())?.heard)
  if (silent.length === 0) return [fine('silence', { code: 'nobody_silent' })]
  return silent.map(({ isNew: _, ...facts }) => warning('silence', { code: 'source_silent', ...facts }))
}

/** As the last messages were taken. */
async function messages({ notices }: Operator): Promise<Finding[]> {
  const item = await notices?.read()
  if (!item) return []
  const away = Object.entries(item.away ?? {})
  if (away.length === 0) return [fine('messages', { code: 'messages_taken' })]
  return away.map(([to, since]) => problem('messages', { code: 'receiver_down', to, since }))
}

async function limits({ workflow: { pace, now } }: Operator): Promise<Finding[]> {
  const state = await pace?.look?.()
  const seen = state ? budgetsSeen(state, now()) : []
  const usedUp = seen.filter(({ isUsedUp }) => isUsedUp)
  if (usedUp.length > 0)
    return usedUp.map(({ isUsedUp: _, ...facts }) =>
      (isOfDay(facts) ? problem : warning)('limits', { code: 'limit_used_up', ...facts }),
    )
  return seen.length === 0 ? [] : [fine('limits', { code: 'limits_free', budgets: seen })]
}

const isOfDay = ({ budget }: BudgetFacts): boolean => budget === 'readsPerDay' || budget === 'writesPerDay'

/** A check that throws is a finding, and the others go on. */
async function careful(operator: Operator, check: PlainCheck, look: Look): Promise<Finding[]> {
  try {
    return [await look(operator)].flat()
  } catch (error) {
    if (error instanceof LoginClosed || error instanceof RetryLater) return [problem(check, causeOf(error))]
    if (error instanceof NewerFormat) return [problem(check, { code: 'newer_version' })]
    operator.workflow.log.error('a check of doctor failed', { check, ...traceOf(error) })
    return [problem(check, { code: 'unreachable', error: error instanceof Error ? error.name : typeof error })]
  }
}
