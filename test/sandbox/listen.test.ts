import { describe, expect, it } from 'vitest'
import { listenSandbox } from '../../sandbox/listen.ts'
import { credentials } from './client.ts'

const post = async (url: string, body: object) => fetch(url, { method: 'POST', body: JSON.stringify(body) })

describe('listenSandbox', () => {
  it('takes a free port of 127.0.0.1, alone, and frees it when it closes', async () => {
    const first = await listenSandbox({ port: 0, seed: 'empty' })
    expect(first.url).toBe(`http://127.0.0.1:${first.port}`)
    await expect(listenSandbox({ port: first.port, seed: 'empty' })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await first.close()
    const second = await listenSandbox({ port: first.port, seed: 'empty' })
    expect(second.port).toBe(first.port)
    await second.close()
  })

  it('closes at once and cuts pending requests', async () => {
    const { promise: waiting, resolve: begin } = Promise.withResolvers<void>()
    const forever = Promise.withResolvers<void>()
    const sleep = async () => {
      begin()
      await forever.promise
    }
    const running = await listenSandbox({ port: 0, seed: 'empty', sleep })
    await post(`${running.url}/sandbox/faults`, { kind: 'slow' })
    const cut = expect(post(`${running.url}/rest/login`, credentials)).rejects.toThrow(TypeError)
    await waiting
    await running.close()
    await cut
  })

  it('gives different tokens at each start, and leaves the global Request and Response as they are', async () => {
    const before = [globalThis.Request, globalThis.Response]
    const tokens = new Set<string>()
    for (const _ of [1, 2]) {
      const running = await listenSandbox({ port: 0, seed: 'empty' })
      const answer = (await (await post(`${running.url}/rest/login`, credentials)).json()) as { access_token: string }
      tokens.add(answer.access_token)
      await running.close()
    }
    expect(tokens.size).toBe(2)
    expect([globalThis.Request, globalThis.Response]).toEqual(before)
  })
})
