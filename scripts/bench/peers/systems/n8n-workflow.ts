const timeoutMs = 10_000

type Node = { name: string; type: string; parameters: object; [field: string]: unknown }
/** The nodes that come next, for each output. */
type Wires = Record<string, string[][]>

/** The back office, as the workflow's own nodes call it. */
type Account = { url: string; username: string; password: string; id: number }

/**
 * What a careful user of n8n builds for this job: the workflow answers when everything is there, so that senders repeat what a crash cut
 * off; it looks before each write; and whatever fails is begun anew after a wait. The nodes that write are not set to repeat by themselves.
 */
export function n8nWorkflow(account: Account): object {
  const wires: Wires = {
    Delivery: [['Log in']],
    'Log in': [['Read order'], ['Wait']],
    'Read order': [['Has return?'], ['Wait']],
    'Has return?': [['Read comments'], ['Create return']],
    'Create return': [['Read comments'], ['Wait']],
    'Read comments': [['Has comment?'], ['Wait']],
    'Has comment?': [['Answer'], ['Write comment']],
    'Write comment': [['Answer'], ['Wait']],
    Wait: [['Log in']],
  }
  return {
    ...{ id: 'returns', name: 'Returns', active: false, settings: { executionOrder: 'v1' } },
    nodes: nodesFor(account).map((node, index) => ({ id: `node-${index}`, position: [index * 200, 0], ...node })),
    connections: Object.fromEntries(
      Object.entries(wires).map(([name, outputs]) => [
        name,
        { main: outputs.map((next) => next.map((node) => ({ node, type: 'main', index: 0 }))) },
      ]),
    ),
  }
}

const data = `$('Delivery').first().json.body.data`
const order = `${data}.order.id`
const parts = ['orderItems', 'orderItems.properties', 'properties', 'addressRelations', 'addresses', 'orderReferences']
const skuOf = `i.properties.find(p => p.typeId === 98)?.value`

const nodesFor = ({ url, username, password, id }: Account): Node[] => [
  {
    ...{ name: 'Delivery', type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: 'returns' },
    parameters: { httpMethod: 'POST', path: 'returns', responseMode: 'responseNode', options: {} },
  },
  post('Log in', `${url}/rest/login`, JSON.stringify({ username, password })),
  get('Read order', `${url}/rest/orders/{{ ${order} }}?${parts.map((part) => `with[]=${part}`).join('&')}`),
  either('Has return?', `$json.body.orderReferences.some(r => r.referenceType === 'return')`),
  post(
    'Create return',
    `${url}/rest/orders`,
    `{
    typeId: 3, plentyId: $json.body.plentyId, locationId: $json.body.locationId, referrerId: $json.body.referrerId,
    ownerId: ${id}, statusId: 9.01,
    orderReferences: [{ referenceType: 'parent', referenceOrderId: $json.body.id }],
    orderItems: $json.body.orderItems.filter(i => ${data}.lines.some(l => l.sku === ${skuOf})).map(i => ({
      typeId: i.typeId, itemVariationId: i.itemVariationId, orderItemName: i.orderItemName, amounts: [],
      quantity: ${data}.lines.find(l => l.sku === ${skuOf}).quantity,
      references: [{ referenceType: 'parent', referenceOrderItemId: i.id }], properties: [{ typeId: 35, value: '1' }]
    })),
    properties: $json.body.properties.filter(p => [1, 2, 7].includes(p.typeId)).map(p => ({ typeId: p.typeId, value: p.value })),
    addressRelations: $json.body.addressRelations.map(a => ({ typeId: a.typeId, addressId: a.addressId }))
  }`,
    true,
  ),
  get('Read comments', `${url}/rest/comments/order/{{ ${order} }}`),
  either('Has comment?', `$json.body.some(c => c.text.includes(${data}.text))`),
  post(
    'Write comment',
    `${url}/rest/comments`,
    `{ referenceType: 'order', referenceValue: ${order}, text: 'Return: ' + ${data}.text, isVisibleForContact: false, userId: ${id} }`,
    true,
  ),
  {
    ...{ name: 'Answer', type: 'n8n-nodes-base.respondToWebhook', typeVersion: 1.1 },
    parameters: { respondWith: 'text', responseBody: 'done', options: {} },
  },
  {
    ...{ name: 'Wait', type: 'n8n-nodes-base.wait', typeVersion: 1.1, webhookId: 'wait' },
    parameters: { resume: 'timeInterval', amount: 1, unit: 'seconds' },
  },
]

const options = { timeout: timeoutMs, response: { response: { fullResponse: true } } }
const request = { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, onError: 'continueErrorOutput' }
const authorization = { name: 'authorization', value: `=Bearer {{ $('Log in').first().json.body.access_token }}` }
const withToken = { sendHeaders: true, headerParameters: { parameters: [authorization] } }

const get = (name: string, url: string): Node => ({
  ...{ name, ...request },
  parameters: { method: 'GET', url: `=${url}`, ...withToken, options },
})

/** `body` is an expression of n8n. */
const post = (name: string, url: string, body: string, needsToken = false): Node => ({
  ...{ name, ...request },
  parameters: {
    ...{ method: 'POST', url, ...(needsToken && withToken), options },
    ...{ sendBody: true, specifyBody: 'json', jsonBody: `={{ JSON.stringify(${body}) }}` },
  },
})

const either = (name: string, expression: string): Node => ({
  ...{ name, type: 'n8n-nodes-base.if', typeVersion: 2.2 },
  parameters: {
    conditions: {
      options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
      conditions: [
        {
          ...{ id: 'condition', leftValue: `={{ ${expression} }}`, rightValue: '' },
          operator: { type: 'boolean', operation: 'true', singleValue: true },
        },
      ],
      combinator: 'and',
    },
    options: {},
  },
})
