/** When the flow answers its sender. */
export type Answers = 'at-once' | 'when-done'

type Node = { id: string; type: string; [field: string]: unknown }

const timeoutMs = 10_000

/**
 * What a careful user of Node-RED builds for this job out of its own nodes: the order and its comments are read before each write, also
 * after a restart; whatever fails is begun anew after a wait that grows; and while one delivery of an order is in work, no other is begun.
 */
export function nodeRedFlow(answers: Answers): Node[] {
  const isAtOnce = answers === 'at-once'
  return [
    { id: 'tab', type: 'tab', label: 'Returns', disabled: false },
    { id: 'in', ...on('http in', [['begin']]), url: '/returns', method: 'post', upload: false },
    {
      ...call('begin', begin(isAtOnce), [isAtOnce ? ['answer', 'token'] : ['token'], ['answer']]),
    },
    call('token', token, [['login'], ['read-order']]),
    request('login', 'keep-token'),
    call('keep-token', keepToken, [['read-order'], ['retry']]),
    call('read-order', readOrder, [['get-order']]),
    request('get-order', 'plan'),
    call('plan', plan, [['post-return'], ['read-comments'], ['retry']]),
    request('post-return', 'returned'),
    call('returned', returned, [['read-comments'], ['retry']]),
    call('read-comments', readComments, [['get-comments']]),
    request('get-comments', 'comment'),
    call('comment', comment, [['post-comment'], ['done'], ['retry']]),
    request('post-comment', 'commented'),
    call('commented', commented, [['done'], ['retry']]),
    call('done', done, [isAtOnce ? [] : ['answer']]),
    call('retry', retry, [['wait']]),
    { id: 'wait', ...on('delay', [['token']]), pauseType: 'delayv', timeout: '1', timeoutUnits: 'seconds' },
    { id: 'answer', ...on('http response', []), statusCode: '', headers: {} },
    { id: 'open-in', ...on('http in', [['open']]), url: '/open', method: 'get' },
    call('open', 'msg.payload = Object.keys(flow.get("busy") || {}).length; return msg', [['answer']]),
  ]
}

const on = (type: string, wires: string[][]) => ({ type, z: 'tab', wires })

const call = (id: string, func: string, wires: string[][]): Node => ({
  ...{ id, ...on('function', wires), func, outputs: wires.length, timeout: 0, libs: [] },
})

/** The core node for requests, with everything taken from the message. Keeps connections open, as its own help advises for many calls. */
const request = (id: string, next: string): Node => ({
  ...{ id, ...on('http request', [[next]]), method: 'use', ret: 'obj', url: '', persist: true, senderr: false },
})

/** With the second output its sender hears that the order is in work, and has to send again if nothing is promised yet. */
const begin = (isAtOnce: boolean): string => `
const busy = flow.get('busy') || {}
const { order, lines, text } = msg.payload.data
if (busy[order.id]) {
  msg.statusCode = ${isAtOnce ? 200 : 503}
  msg.payload = 'in work'
  return [null, msg]
}
busy[order.id] = true
flow.set('busy', busy)
msg.job = { order: order.id, lines, text, tries: 0 }
msg.payload = 'accepted'
return [msg, null]`

const send = (method: string, path: string, body: string): string => `
msg.method = '${method}'
msg.url = env.get('BACKOFFICE_URL') + ${path}
msg.headers = { 'content-type': 'application/json', authorization: 'Bearer ' + flow.get('token') }
msg.payload = ${body}
msg.requestTimeout = ${timeoutMs}`

const token = `
delete msg.statusCode
if (flow.get('token')) return [null, msg]
${send('POST', `'/rest/login'`, `{ username: env.get('USERNAME'), password: env.get('PASSWORD') }`)}
return [msg, null]`

const keepToken = `
if (msg.statusCode !== 200) return [null, msg]
flow.set('token', msg.payload.access_token)
return [msg, null]`

const parts = ['orderItems', 'orderItems.properties', 'properties', 'addressRelations', 'addresses', 'orderReferences']

const readOrder = `${send('GET', `'/rest/orders/' + msg.job.order + '?${parts.map((part) => `with[]=${part}`).join('&')}'`, `''`)}
return msg`

const plan = `
if (msg.statusCode !== 200) return [null, null, msg]
const parent = msg.payload
const made = parent.orderReferences.find((reference) => reference.referenceType === 'return')
if (made) {
  msg.job.returnId = made.referenceOrderId
  return [null, msg, null]
}
const skuOf = (item) => (item.properties.find((property) => property.typeId === 98) || {}).value
const wanted = parent.orderItems.filter((item) => msg.job.lines.some((line) => line.sku === skuOf(item)))
${send(
  'POST',
  `'/rest/orders'`,
  `{
  typeId: 3, plentyId: parent.plentyId, locationId: parent.locationId, referrerId: parent.referrerId,
  ownerId: Number(env.get('USER_ID')), statusId: 9.01,
  orderReferences: [{ referenceType: 'parent', referenceOrderId: msg.job.order }],
  orderItems: wanted.map((item) => ({
    typeId: item.typeId, itemVariationId: item.itemVariationId, orderItemName: item.orderItemName, amounts: [],
    quantity: msg.job.lines.find((line) => line.sku === skuOf(item)).quantity,
    references: [{ referenceType: 'parent', referenceOrderItemId: item.id }],
    properties: [{ typeId: 35, value: '1' }],
  })),
  properties: parent.properties.filter(({ typeId }) => [1, 2, 7].includes(typeId)).map(({ typeId, value }) => ({ typeId, value })),
  addressRelations: parent.addressRelations.map(({ typeId, addressId }) => ({ typeId, addressId })),
}`,
)}
return [msg, null, null]`

const returned = `
if (msg.statusCode !== 200) return [null, msg]
msg.job.returnId = msg.payload.id
return [msg, null]`

const readComments = `${send('GET', `'/rest/comments/order/' + msg.job.order`, `''`)}
return msg`

const comment = `
if (msg.statusCode !== 200) return [null, null, msg]
const mark = 'Return ' + msg.job.returnId + ':'
if (msg.payload.some((comment) => comment.text.startsWith(mark))) return [null, msg, null]
${send(
  'POST',
  `'/rest/comments'`,
  `{
  referenceType: 'order', referenceValue: msg.job.order, text: mark + ' ' + msg.job.text,
  isVisibleForContact: false, userId: Number(env.get('USER_ID')),
}`,
)}
return [msg, null, null]`

const commented = `return msg.statusCode === 200 ? [msg, null] : [null, msg]`

const done = `
const busy = flow.get('busy') || {}
delete busy[msg.job.order]
flow.set('busy', busy)
return { req: msg.req, res: msg.res, statusCode: 200, headers: {}, payload: 'done' }`

/** Everything is read again before it is written. A refused token is asked for anew. */
const retry = `
if (msg.statusCode === 401) flow.set('token', undefined)
msg.job.tries += 1
msg.delay = Math.min(30000, 500 * 2 ** msg.job.tries)
return msg`
