import type { BudgetFacts } from '../../reasons.ts'
import { statusList as named, type Sentences, utc } from '../sentences.ts'
import type { PathName } from '../why-facts.ts'
import { adviceSentences } from './advice.ts'
import { historySentences, wait } from './history.ts'
import { problemSentences } from './problem.ts'
import { reason } from './reason.ts'
import { row } from './row.ts'
import { sourceSilent } from './silence.ts'

const login: Sentences['login'] = {
  open: 'The bridge may call the back office.',
  paused:
    'All calls pause, because the back office refused a token right after the login that issued it. They continue by themselves at pausedUntil.',
  refused:
    'The back office refused the login with this version of the secret. Correct the secret. If the API user is locked, have it unlocked there, which sets a new password, and write that into the secret. Then use login.reset.',
  'used-up':
    'Several logins in a row brought no token. Find the cause (address, network, password) and fix it. Then use login.reset, which allows one more login.',
  'not-configured': 'The secret of the back office lacks the address, the user name or the password. Add it.',
}

const purposes: Readonly<Record<PathName, string>> = {
  orders: 'lists orders',
  ordersByNumber: 'finds orders by their external number',
  ordersOfContact: 'lists the orders of a contact',
  contacts: 'finds contacts',
  user: 'answers the id of the API user',
  variations: 'lists the SKUs that markets have for articles',
}

const checked: Sentences['checked'] = {
  configuration: () => 'the configuration',
  source_secrets: () => "the sources' secret",
  back_office_secret: () => "the back office's secret",
  events_table: () => 'the table of events',
  state_table: () => 'the table of state',
  login: () => 'the login',
  token: () => 'a token',
  limits: () => 'the limits of the back office',
  paths: () => 'the paths of the back office',
  path: ({ setting }) => setting,
  right: ({ right, route }) => `the right "${right}" for [GET] ${route}`,
  login_after_reads: () => 'the login after these reads',
  paths_that_write: () => 'the paths that write',
  skus: () => 'the SKUs of lines',
  cancelled_statuses: () => 'the statuses of cancelled orders',
  labels: () => 'the labels of returns',
  customers: () => 'the customers of returns',
  silence: () => 'silent sources',
  messages: () => 'the receivers of messages',
  rights_to_write: () => 'the rights to write',
}

const numbers = ({ budget, limit, used = 0, others = 0 }: BudgetFacts): string =>
  `${budget} ${used + others} of ${limit}`

const seen: Sentences['seen'] = {
  no_source: () => 'bridge.config.ts has no source, so every webhook is refused.',
  sources: ({ sources }) => `${sources.length} sources: ${sources.join(', ')}.`,
  secrets_not_readable: () =>
    'Only the webhook functions may read it. Their log names sources whose secret is missing or too short, and those that share one.',
  secrets_own: () => 'Every source has a secret of its own.',
  secret_missing: ({ sources }) =>
    `There is no secret for ${sources.join(', ')}, so the bridge refuses its deliveries.`,
  secret_useless: ({ sources }) =>
    `A secret of ${sources.join(', ')} is too short or has the wrong format for its sender, so it proves nothing (at least 16 bytes where people choose it, 8 where the sender makes it, 24 characters of a token: docs/senders.md).`,
  secret_shared: ({ sources }) =>
    `${sources.join(', ')} share a secret: whoever can sign for one of them can sign for all. Give each its own.`,
  secret_wrong: ({ words }) => `${words}. Correct the secret.`,
  secret_complete: () => 'It has an address, a user name and a password.',
  password_weak: () =>
    'The password of the API user has fewer than 16 characters, or few different ones. Whoever can read the table of state can try passwords on the stored token, and no lockout counts: give the user a long random one (SECURITY.md).',
  table_readable: () => 'The bridge can read it.',
  newer_version: () =>
    'A newer version of the bridge wrote this, and this version cannot read it. Nothing was done. Ask again when the deployment has ended.',
  token_there: () => 'The bridge has a token for the back office.',
  login_is: ({ state }) => login[state],
  unreachable: ({ error }) => `The bridge cannot reach it (${error}).`,
  cause: ({ cause }) => `${cause}.`,
  no_article: () => 'No order was listed that has an article.',
  skus_in_lines: ({ orderId, property }) => `The lines of order ${orderId} carry them (property ${property}).`,
  skus_found: ({ orderId, property, byNumber, byMarket }) => {
    const ways = [
      ...(byNumber ? ["by the numbers of their variations, which come with an order's read"] : []),
      ...(byMarket ? ["by the SKUs of the order's referrer, for one more call each time"] : []),
    ]
    return `Lines of order ${orderId} carry none (property ${property}). They are found ${ways.join(', or ')}.`
  },
  skus_lost: ({ orderId, property }) =>
    `Lines of order ${orderId} carry none (property ${property}). A request that names lines by SKU ends line_unknown there, unless a name beside it fits one line.`,
  cancelled_by_name: ({ statuses }) =>
    `By their names these are cancelled, and the bridge takes them for open: ${named(statuses)}.`,
  not_cancelled_by_name: ({ statuses }) =>
    `The bridge takes these for cancelled, and their names do not say so: ${named(statuses)}.`,
  statuses_agree: ({ statusIds }) => `The names of the system agree (${statusIds.join(', ') || 'none is cancelled'}).`,
  set_cancelled: () => 'Set backOffice.constants.statuses.cancelled to what is right.',
  compare_statuses: () => 'Compare backOffice.constants.statuses with the statuses of the system yourself.',
  announces_with_label: ({ statusId, sources }) =>
    `Sources that announce returns with status ${statusId}, by which a back office makes its carrier label: ${sources.join(', ') || 'none'}.`,
  source_silent: sourceSilent,
  nobody_silent: () => 'None has been silent for longer than usual.',
  messages_taken: () => 'None has refused the last message.',
  receiver_down: ({ to, since }) =>
    `The receiver ${to} of notify has taken no message since ${utc(since)}: what it is to be told waits. Check its address, and whether it answers.`,
  set_announced: ({ statusId }) =>
    `If somebody else sends it, set returnStatus.announced to a status without a label; if not, set it to ${statusId}, and this warning ends.`,
  path_works: ({ path, route }) => `[GET] ${route} ${purposes[path]}.`,
  filters_ignored: ({ filters, route }) =>
    `[GET] ${route} ignores ${filters.join(', ')}: it answered what nobody asked for. The bridge acts upon none of that, but reads it all each time, and gives up where it is too much.`,
  set_path: ({ path, setting }) => `If another path of this back office ${purposes[path]}, set ${setting} to it.`,
  set_owner: () => 'Set backOffice.ownerId to the id of the API user.',
  or_set_owner: () => 'Or set backOffice.ownerId to the id of the API user.',
  owner_set: ({ ownerId }) => `It is not needed: backOffice.ownerId is ${ownerId}.`,
  no_customer: () => 'No order showed a customer to try it with.',
  no_return: () => 'No recent event made a return that shows its relations.',
  customer_there: ({ returnId }) => `Return ${returnId}, which the bridge made, has a customer.`,
  customer_missing: ({ returnId }) =>
    `Return ${returnId}, which the bridge made, has no customer (relations). Staff find it by its order, but perhaps not among the customer's own. Check that no event action for returns needs the customer.`,
  no_order: () => 'No order was listed to try it with.',
  right_there: () => 'The role of the API user allows it.',
  right_missing: ({ right }) =>
    `Give the role of the API user the right "${right}", then use login.reset: it counts from the next login on.`,
  right_of_images: () => 'Only image.list and image.publish need it.',
  limits_free: ({ budgets }) => `None is used up: ${budgets.map(numbers).join(', ')}.`,
  limit_used_up: ({ until, ...facts }) =>
    `${wait.limit_used_up(facts)}${until === undefined ? '' : ` They are closed until ${utc(until)}.`}`,
  paths_that_write: ({ newOrder, comments, imageAvailabilities }) =>
    `[POST] ${newOrder}, [POST] ${comments}, [POST] ${imageAvailabilities} cannot be tried without writing.`,
  rights_to_write: ({ newOrder, comments, imageAvailabilities }) =>
    `No read proves them: look in the role for "Orders: create" for returns and orders ([POST] ${newOrder}), "Comments: create" ([POST] ${comments}), "Item images: create", for image.publish alone ([POST] ${imageAvailabilities}).`,
}

const rest = 'Only events without an order were looked through.'

const notAsked: Sentences['notAsked'] = {
  login_closed: () => `The login is closed: login.status says why. ${rest}`,
  no_answer: () => `The back office could not be asked. Try again in a moment. ${rest}`,
  too_many: () => `The back office has too many orders of this customer. ${rest}`,
  refused: ({ status }) => `The back office refused the question (status ${status}): doctor says more. ${rest}`,
}

export const en: Sentences = {
  ...adviceSentences,
  ...historySentences,
  ...problemSentences,
  reason,
  login,
  checked,
  seen,
  notAsked,
  row,
  line: ({ text, first, last, times }) =>
    times === 1 ? `${utc(first)}: ${text}` : `${utc(first)} to ${utc(last)}, ${times} times: ${text}`,
}
