import { createHmac } from 'node:crypto'
import { json, type Reader, type Said, type Step } from './reading.ts'

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')
const seconds = Date.parse('2026-03-02T09:00:00Z') / 1_000
const [newest, older] = ['the-newest-app-secret', 'the-older-app-secret']
const shopUrl = 'https://shop.example.com'

const queryOf = (shopId: string, time: number | string): string =>
  `shop-id=${shopId}&shop-url=${encodeURIComponent(shopUrl)}&timestamp=${time}`
const none = { 'shopware-shop-signature': undefined }

/** Shopware's registration: the proof, a secret of the shop's own, and where to confirm. That secret signs all that follows. */
export const registrationReaders: Reader[] = [
  (chance) => {
    const app = chance.pick([newest, older])
    const shopId = chance.pick(['aB3_-', 'abcdefghijkl', 'x'.repeat(64)])
    const appName = chance.pick(['', 'OwnName'])
    const query = queryOf(shopId, seconds + chance.pick([-300, 0, 300]))
    const register = (signed: string, hears: Step['hears'], more: Partial<Step> = {}): Step => ({
      ...{ text: '', method: 'GET', behind: '/register', query, hears },
      headers: { ...none, 'shopware-app-signature': hmac(app, signed) },
      ...more,
    })
    let secret = ''
    const withSecret = (text: string) => (said: Said) => {
      secret = typeof said.secret === 'string' ? said.secret : secret
      return { 'shopware-shop-signature': hmac(secret, text) }
    }
    // Registered shops sign with it: another version of the bridge must make the same.
    const label = 'secret of a shop, for backoffice-bridge'
    const says = {
      secret: hmac(hmac(app, label), shopId),
      proof: hmac(app, `${shopId}${shopUrl}${appName || 'BackofficeBridge'}`),
      confirmation_url: 'https://hooks.example.com/shops/own/confirm',
    }
    const confirm = json({ apiKey: 'k', secretKey: 's', timestamp: String(seconds), shopUrl, shopId })
    const event = json({ data: { event: 'product.written' }, source: { shopId, eventId: 'e1' } })
    const other = json({ data: { event: 'product.written' }, source: { shopId: 'other', eventId: 'e2' } })
    const again = (said: Said) => ({ ...withSecret(query)(said), 'shopware-app-signature': hmac(app, query) })
    return {
      ...{ name: 'a registration of Shopware', family: 'shops', secrets: [newest, older] },
      settings: { kind: 'shopware', ...(appName && { appName }) },
      steps: [
        register(`${query}x`, 'refused'),
        register(query, 'answered', { says }),
        { text: confirm, behind: '/confirm', headers: withSecret(confirm), hears: 'answered' },
        {
          text: confirm,
          behind: '/confirm',
          headers: { 'shopware-shop-signature': hmac(app, confirm) },
          hears: 'refused',
        },
        { text: event, headers: withSecret(event), hears: 'accepted', key: 'e1' },
        { text: other, headers: withSecret(other), hears: 'refused' },
        register(query, 'answered', { headers: again, says }),
        register(query, 'refused', {
          headers: { 'shopware-app-signature': hmac(app, query), 'shopware-shop-signature': hmac('another', query) },
        }),
        register(query, 'refused', { method: 'POST' }),
      ],
    }
  },
  /** The times and ids that count. */
  (chance) => {
    const signed = (query: string, hears: Step['hears']): Step => ({
      ...{ text: '', method: 'GET', behind: '/register', query, hears },
      headers: { ...none, 'shopware-app-signature': hmac(newest, query) },
    })
    const odd = chance.pick(['x'.repeat(65), 'a.b', '', 'a b'])
    return {
      ...{ name: 'a registration that is refused', family: 'shops', settings: { kind: 'shopware' }, secrets: [newest] },
      steps: [
        signed(queryOf('abc', seconds - 301), 'refused'),
        signed(queryOf('abc', seconds + 301), 'refused'),
        signed(queryOf('abc', 'now'), 'refused'),
        signed(queryOf(odd, seconds), 'refused'),
        signed(`shop-id=abc&timestamp=${seconds}`, 'refused'),
        signed(`${queryOf('abc', seconds)}&x=${'y'.repeat(16_384)}`, 'refused'),
        signed(queryOf('abc', seconds), 'answered'),
      ],
    }
  },
]
