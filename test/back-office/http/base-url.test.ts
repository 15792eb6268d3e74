import { describe, expect, it } from 'vitest'
import { readBaseUrl } from '../../../lib/back-office/http/base-url.ts'

const notAlone = 'must be the address alone, without user name, password, "?" and "#"'
const notHttps = 'must begin with https://: the password would cross the network readable for everybody'

describe('the address of the back office', () => {
  it.each([
    ['https://backoffice.example.com', 'https://backoffice.example.com'],
    [' https://backoffice.example.com:8443/ ', 'https://backoffice.example.com:8443'],
    ['https://example.com/shop/rest//', 'https://example.com/shop'],
    ['https://example.com/shop/rest/login', 'https://example.com/shop'],
    ['https://example.com/restaurant', 'https://example.com/restaurant'],
    ['http://127.0.0.1:3001/', 'http://127.0.0.1:3001'],
    ['http://localhost:3001/rest', 'http://localhost:3001'],
    ['http://[::1]:3001', 'http://[::1]:3001'],
  ])('is understood: "%s"', (text, url) => {
    expect(readBaseUrl(text)).toEqual({ url })
  })

  it.each([
    [undefined, 'must be an address that begins with https://'],
    ['', 'must be an address that begins with https://'],
    ['backoffice.example.com', 'must be an address that begins with https://'],
    ['ftp://backoffice.example.com', 'must be an address that begins with https://'],
    ['http://backoffice.example.com', notHttps],
    ['http://localhost.example.com', notHttps],
    ['http://127.0.0.1.example.com', notHttps],
    ['http://0.0.0.0:3001', notHttps],
    ['https://user@backoffice.example.com', notAlone],
    ['https://:word@backoffice.example.com', notAlone],
    ['https://backoffice.example.com/?shop=1', notAlone],
    ['https://backoffice.example.com/#login', notAlone],
    ['https://backoffice.example.com/rest/orders', 'must be the address without /rest and what follows it'],
    ['https://backoffice.example.com/rest/orders/', 'must be the address without /rest and what follows it'],
    ['https://backoffice.example.com/rest/rest', 'must be the address without /rest and what follows it'],
  ])('is refused: "%s"', (text, problem) => {
    expect(readBaseUrl(text)).toEqual({ problem })
  })
})
