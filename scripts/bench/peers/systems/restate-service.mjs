import { randomUUID } from 'node:crypto'
// biome-ignore lint/correctness/noUndeclaredDependencies: this file runs beside the peers' packages, which the project does not have.
import * as restate from '@restatedev/restate-sdk'

// What a careful user of Restate writes for this job, after its pages on durable webhooks, virtual objects and error handling: an object
// for each order, so that one request of an order runs at a time; each write in `ctx.run`, whose result is stored; and because a run whose
// result was not stored is run again, each looks in the back office before it writes. `ctx.run` keeps its default retries: without end,
// from 50 ms up to 10 s apart.

const { BACKOFFICE_URL, USERNAME, PASSWORD, USER_ID, WAIT_MS } = process.env
const userId = Number(USER_ID)
const timeoutMs = 10_000

let login

async function logIn() {
  const answer = await send('POST', '/rest/login', { username: USERNAME, password: PASSWORD })
  return (await answer.json()).access_token
}

/** No repeat changes it. */
const isRefusal = (status) => status === 404 || status === 422

async function send(method, path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(`${BACKOFFICE_URL}${path}`, {
    ...{ method, headers, signal: AbortSignal.timeout(timeoutMs) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (answer.status === 401) login = undefined
  if (isRefusal(answer.status))
    throw new restate.TerminalError(`${method} ${path} was refused: ${await answer.text()}`, {
      errorCode: answer.status,
    })
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}`)
  return answer
}

async function call(method, path, body) {
  login ??= logIn().catch((error) => {
    login = undefined
    throw error
  })
  return await (await send(method, path, body, await login)).json()
}

/** Reads the order with its references, which name its returns, and makes the return if there is none. */
async function createReturnOnce(order, lines) {
  const parts = [
    'orderItems',
    'orderItems.properties',
    'properties',
    'addressRelations',
    'addresses',
    'orderReferences',
  ]
  const parent = await call('GET', `/rest/orders/${order}?${parts.map((part) => `with[]=${part}`).join('&')}`)
  const made = parent.orderReferences.find(({ referenceType }) => referenceType === 'return')
  if (made) return made.referenceOrderId
  const wanted = parent.orderItems.filter(({ properties }) =>
    lines.some(({ sku }) => properties.some(({ typeId, value }) => typeId === 98 && value === sku)),
  )
  const { plentyId, locationId, referrerId, properties, addressRelations } = parent
  const created = await call('POST', '/rest/orders', {
    ...{ typeId: 3, plentyId, locationId, referrerId, ownerId: userId, statusId: 9.01 },
    orderReferences: [{ referenceType: 'parent', referenceOrderId: order }],
    orderItems: wanted.map(({ id, typeId, itemVariationId, orderItemName, ...item }) => ({
      ...{ typeId, itemVariationId, orderItemName, amounts: [] },
      quantity: lines.find(({ sku }) => item.properties.some(({ value }) => value === sku)).quantity,
      references: [{ referenceType: 'parent', referenceOrderItemId: id }],
      properties: [{ typeId: 35, value: '1' }],
    })),
    properties: properties
      .filter(({ typeId }) => [1, 2, 7].includes(typeId))
      .map(({ typeId, value }) => ({ typeId, value })),
    addressRelations: addressRelations.map(({ typeId, addressId }) => ({ typeId, addressId })),
  })
  return created.id
}

/** Writes the comment unless the order has one for this return. */
async function writeCommentOnce(order, returnId, words) {
  const mark = `Return ${returnId}:`
  const comments = await call('GET', `/rest/comments/order/${order}`)
  if (comments.some(({ text }) => text.startsWith(mark))) return
  const text = `${mark} ${words}`
  await call('POST', '/rest/comments', {
    ...{ referenceType: 'order', referenceValue: order, text, isVisibleForContact: false, userId },
  })
}

/** As the documentation has it: what fails, or was cut off by a crash, is run again soon. */
const writeSoon = (ctx, name, write) => ctx.run(name, write)

/**
 * For a back office that may carry a write out after its error: whoever cannot know what became of a write waits until it is there or never
 * will be. `begun` is stored, and after a crash it is not that of this execution any more.
 */
async function writePatiently(ctx, name, write) {
  for (;;) {
    const execution = randomUUID()
    const begun = await ctx.run(`begin to ${name}`, () => execution)
    const writeNow = () => {
      if (begun !== execution) throw new Error('it was begun before a crash')
      return write()
    }
    try {
      return await ctx.run(name, writeNow, { maxRetryAttempts: 1 })
    } catch (error) {
      if (!(error instanceof restate.TerminalError) || isRefusal(error.code)) throw error
    }
    await ctx.sleep(Number(WAIT_MS))
  }
}

const writeOnce = WAIT_MS === undefined ? writeSoon : writePatiently

const orderReturns = restate.object({
  name: 'OrderReturns',
  handlers: {
    request: async (ctx, { data }) => {
      const order = Number(ctx.key)
      const returnId = await writeOnce(ctx, 'create the return', () => createReturnOnce(order, data.lines))
      await writeOnce(ctx, 'write the comment', () => writeCommentOnce(order, returnId, data.text))
      return returnId
    },
  },
})

await restate.serve({ services: [orderReturns], port: 9080 })
