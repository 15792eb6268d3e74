import { describe, expect, it } from 'vitest'
import { sandboxPage } from '../../console/pages/sandbox.ts'
import { sendersPage } from '../../console/pages/senders.ts'
import { fakeBridge } from './fake-bridge.ts'

const reports = [
  { topics: ['refunds/create'], what: 'restocked', effect: 'return' },
  { topics: ['a/one', 'a/two'], effect: 'link' },
  { topics: ['orders/cancelled'], effect: 'comment' },
  { topics: ['orders/edited'], effect: 'none' },
] as const
const sender = (send: () => Promise<{ status: number; eventId?: string }>) => {
  const sent: unknown[] = []
  const page = sendersPage({
    url: () => 'http://127.0.0.1:3000',
    senders: async (url) => [
      {
        source: 'shopify',
        title: 'Shopify shop',
        kind: 'shopify',
        url: `${url}/shops/shopify`,
        samples: ['refund'],
        reports,
      },
      { source: 'form', title: 'Return form', kind: 'form', url: `${url}/forms/form/<token>`, samples: [] },
    ],
    secretsFile: 'local/secrets.json',
    send: async (...given) => {
      sent.push(given)
      return await send()
    },
  })
  return { sent, ...fakeBridge({}, { senders: page }) }
}

describe('the page of the senders', () => {
  it('shows each address to paste and where its secret is', async () => {
    const { visitor } = sender(async () => ({ status: 200 }))
    const page = await visitor.get('/console/senders')
    expect(page.text).toContain('http://127.0.0.1:3000/shops/shopify')
    expect(page.text).toContain('local/secrets.json, under "shopify"')
    expect(page.text).toContain('http://127.0.0.1:3000/forms/form/<token>')
    expect(page.text).toContain('There are no samples for this source.')
  })

  it('shows which reports make a return, are linked to one, or make a comment', async () => {
    const page = await sender(async () => ({ status: 200 })).visitor.get('/console/senders')
    const [, table = ''] = page.html.split('Which of your senders makes a return</h2>')
    const text = table.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
    expect(table).toMatch(/data-name="Makes a return"><div><span class="id">refunds\/create<\/span> of a return of the/)
    expect(table).toMatch(
      /data-name="Is linked to a return, else a comment"><div><span class="id">a\/one, a\/two<\/span>/,
    )
    expect(table).toMatch(/data-name="Makes a comment"><div><span class="id">orders\/cancelled<\/span>/)
    expect(text).not.toContain('orders/edited')
    expect(text).toContain('Return form Its own translation decides.')
  })

  it.each([
    ['says what was answered', async () => ({ status: 401 }), 'The bridge answered 401.'],
    ['says where no event is made', async () => ({ status: 200 }), 'It is no event'],
    [
      'says why it could not be sent',
      async () => {
        throw new Error('no <b>secret</b> here')
      },
      'The sample was not sent: no <b>secret</b> here',
    ],
  ])('sends a sample, and %s', async (_case, send, said) => {
    const { visitor, sent } = sender(send)
    const page = await visitor.submit(await visitor.get('/console/senders'), 'Send a sample')
    expect(page.text).toContain(said)
    expect(page.html).not.toContain('<b>')
    expect(sent).toEqual([['http://127.0.0.1:3000', 'shopify', 'refund']])
  })

  it('leads to the event that a sample made', async () => {
    const { visitor } = sender(async () => ({ status: 200, eventId: 'shopify/../x' }))
    const page = await visitor.submit(await visitor.get('/console/senders'), 'Send a sample')
    expect(page.path).toContain('/console/event?id=shopify%2F..%2Fx')
  })

  it('sends nothing but its own samples', async () => {
    const { visitor, sent } = sender(async () => ({ status: 200 }))
    const page = await visitor.get('/console/senders')
    for (const source of ['form', '__proto__']) await visitor.submit(page, 'Send a sample', { source })
    for (const sample of ['constructor', '../x']) await visitor.submit(page, 'Send a sample', { sample })
    expect(sent).toEqual([])
  })
})

const order = { id: 1, typeId: 1, statusId: 3, properties: [{ typeId: 7, value: '<i>EXT-1' }] }
const made = {
  id: 2,
  typeId: 3,
  statusId: 9,
  orderItems: [{ id: 5, quantity: 1, orderItemName: 'Mug' }],
  orderReferences: [{ referenceType: 'parent', referenceOrderId: 1 }],
}
const comment = { id: 3, referenceValue: 1, text: '<p>Hello</p><script>alert(1)</script>' }
const newest = {
  orders: { count: 1, newest: [order] },
  returns: { count: 601, newest: [made] },
  comments: { count: 1, newest: [comment] },
}

const sandbox = (answer: (method: string) => Promise<unknown> = async () => undefined) => {
  const calls: unknown[] = []
  const control = async (method: string, path: string, body?: object) => {
    calls.push([method, path, ...(body ? [body] : [])])
    const faults = [{ kind: 'status', status: 503, delayMs: 0, path: '/rest', times: 3 }]
    return (await answer(method)) ?? (path.endsWith('newest') ? newest : { faults })
  }
  return { calls, ...fakeBridge({}, { sandbox: sandboxPage({ url: 'http://127.0.0.1:3001', control }) }) }
}

describe('the page of the sandbox', () => {
  it('shows what the sandbox holds as text', async () => {
    const page = await sandbox().visitor.get('/console/sandbox')
    for (const text of ['http://127.0.0.1:3001', '<i>EXT-1', '1 × Mug', '1 of 601', 'Hello', 'status 503'])
      expect(page.text).toContain(text)
    expect(page.html).not.toMatch(/<i>|<script>alert/)
  })

  it('switches a fault on, and all off', async () => {
    const { visitor, calls } = sandbox()
    const page = await visitor.get('/console/sandbox')
    const fault = { kind: 'limit', method: 'POST', path: '/rest/x', times: '7' }
    const on = await visitor.submit(page, 'Switch it on', fault)
    expect(on.text).toContain('The fault is switched on.')
    expect(calls).toContainEqual([
      'POST',
      '/sandbox/faults',
      { kind: 'status', status: 429, headers: { 'Retry-After': '5' }, times: 7, method: 'POST', path: '/rest/x' },
    ])
    expect((await visitor.submit(on, 'Switch all off')).text).toContain('All faults are switched off.')
    expect(calls).toContainEqual(['DELETE', '/sandbox/faults'])
  })

  it('takes nothing that is no fault', async () => {
    const { visitor, calls } = sandbox()
    const page = await visitor.get('/console/sandbox')
    await visitor.submit(page, 'Switch it on', { kind: '__proto__', method: 'TRACE', path: 'x', times: '-5' })
    expect(calls).toContainEqual(['POST', '/sandbox/faults', { kind: 'status', status: 503, times: 1 }])
  })

  it('says where the sandbox does not answer', async () => {
    const { visitor } = sandbox(async () => {
      throw new Error('ECONNREFUSED')
    })
    const page = await visitor.get('/console/sandbox')
    expect(page.status).toBe(502)
    expect(page.text).toContain('The sandbox does not answer.')
    expect(page.html).toContain('content="width=device-width')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})
