import { expect, it } from 'vitest'
import { madeFor, operate, waitForStatus } from '../local/running-stack.ts'
import { type Copy, copyOfOrder } from './copy-of-order.ts'
import { deliver } from './deliver.ts'
import { describeInBrowser } from './describe-in-browser.ts'

describeInBrowser('an event that may ask for what is there already', (visit) => {
  it('is compared with the first one and discarded', async () => {
    const { stack, person } = visit()
    const order = await copyOfOrder(stack.sandboxUrl, 10_002)
    const lamp = { order: { externalNumber: order.externalNumber }, lines: [{ sku: 'LAMP-7', quantity: 1 }] }
    const first = await deliver(stack.url, { id: 'first', data: lamp })
    await waitForStatus(stack.url, first, 'done')
    const second = await deliver(stack.url, { id: 'second', data: lamp })
    await waitForStatus(stack.url, second, 'held')

    const page = await person({ javaScriptEnabled: false })
    await page.goto('/console')
    await page
      .getByRole('table', { name: 'Held and failed events' })
      .getByRole('row', { name: second })
      .getByRole('link')
      .first()
      .click()
    await page.getByRole('link', { name: 'Compare with the other event' }).click()
    for (const id of [first, second]) await page.getByRole('main').getByText(id, { exact: true }).waitFor()
    expect(await page.getByRole('cell', { name: '1 × LAMP-7' }).count()).toBe(2)
    await page.getByRole('button', { name: 'Discard' }).click()

    await page.getByRole('status').getByText('The event was discarded.').waitFor()
    expect(await page.getByRole('main').innerText()).toMatch(/Status\s+Discarded/)
    expect((await madeFor(stack.sandboxUrl ?? '', order.id)).returns).toBe(1)
  })

  it('is linked to the return that somebody has made by hand', async () => {
    const { stack, person } = visit()
    const order = await copyOfOrder(stack.sandboxUrl, 10_001)
    const returnId = await madeByHand(stack.sandboxUrl, order, [1101])
    await madeByHand(stack.sandboxUrl, order, [1101, 1102])
    const { externalNumber } = order
    const data = { order: { externalNumber }, lines: [{ sku: 'MUG-BLUE', quantity: 1 }] }
    const id = await deliver(stack.url, { id: 'mugs', data })
    await waitForStatus(stack.url, id, 'held')

    const page = await person()
    await page.goto(`/console/event?id=${encodeURIComponent(id)}`)
    await page.getByRole('radio', { name: `Return ${returnId}` }).waitFor()
    await page.getByText('Something else').click()
    await page.getByRole('link', { name: 'Compare with the returns and link' }).click()
    const named = page.getByRole('heading', { name: `Return ${returnId}` })
    expect(await named.innerText()).toContain('Named in the reason')
    await page.getByRole('button', { name: `Link to return ${returnId}` }).click()

    await page.getByText('The event was linked to the return.').waitFor()
    await waitForStatus(stack.url, id, 'done')
    const { result } = await operate(stack.url, { command: 'event.get', id })
    expect(result.returnIds).toEqual([returnId])
    expect((await madeFor(stack.sandboxUrl ?? '', order.id)).returns).toBe(2)
  })
})

/** A person enters a piece of each article, in the order of the order's lines, as a return in the back office. */
async function madeByHand(sandboxUrl: string | undefined, { id, lineIds }: Copy, articles: number[]): Promise<number> {
  const body = JSON.stringify({
    typeId: 3,
    statusId: 9.01,
    ownerId: 77,
    orderReferences: [{ referenceType: 'parent', referenceOrderId: id }],
    orderItems: articles.map((itemVariationId, at) => ({
      typeId: 1,
      itemVariationId,
      quantity: 1,
      references: [{ referenceType: 'parent', referenceOrderItemId: lineIds[at] }],
    })),
  })
  const made = (await (await fetch(`${sandboxUrl}/sandbox/orders`, { method: 'POST', body })).json()) as { id: number }
  return made.id
}
