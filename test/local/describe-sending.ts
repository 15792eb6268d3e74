import { describe, expect, it } from 'vitest'
import { CannotStart } from '../../local/cannot-start.ts'
import { samples } from '../../local/samples/index.ts'
import { readSecrets, secretsFile } from '../../local/secrets-file.ts'
import { sendSample } from '../../local/send-sample.ts'
import { run, waitForStatus } from './running-stack.ts'

const known = /The samples are:\n(.*\n)* {2}shopify: refund/

/** Tests against a running bridge. `url` is called when the tests run. */
export function describeSending(url: () => string): void {
  describe('npm run send', () => {
    it('signs and sends a sample: each time as a new delivery, and with --id as the same one', async () => {
      const env = { PORT: new URL(url()).port }
      const send = async (...args: string[]) => {
        const { code, output } = await run('local/send.mjs', ['standard', 'return', ...args], env).ended
        const [id = '', answer] = [/delivery id {2}(\S+)\n/, /answer +(.*)\n/].map((line) => line.exec(output)?.[1])
        return { code, id, answer }
      }
      const answerOf = (id: string, status: string) => `200 {"id":"standard/${id}","status":"${status}"}`
      const first = await send()
      expect(first).toEqual({ code: 0, id: first.id, answer: answerOf(first.id, 'accepted') })
      await waitForStatus(url(), `standard/${first.id}`, 'done')
      const second = await send()
      expect(second).toEqual({ code: 0, id: second.id, answer: answerOf(second.id, 'accepted') })
      expect(await send('--id', first.id)).toEqual({ code: 0, id: first.id, answer: answerOf(first.id, 'duplicate') })
    })

    it('names the commands that repeat the delivery and explain its event, with their PORT', async () => {
      const { port } = new URL(url())
      const { output } = await run('local/send.mjs', ['standard', 'comment', '--id', 'd-3'], { PORT: port }).ended
      expect(output).toContain(`:\n  PORT=${port} npm run send -- standard comment --id d-3\n`)
      expect(output).toContain(`:\n  PORT=${port} npx backoffice-bridge why --id standard/d-3\n`)
    })

    it('sends every sample as its sender would: its event is accepted and processed, or it teaches a label', async () => {
      const secrets = readSecrets(secretsFile).sources
      const names = Object.entries(samples).flatMap(([source, all]) =>
        Object.keys(all).map((sample) => ({ source, sample })),
      )
      const events: string[] = []
      for (const { source, sample } of names) {
        const id = `${source}-${sample}`
        const { status, body } = await sendSample({ url: url(), source, sample, id, secrets, nowMs: Date.now() })
        const answer = JSON.parse(body) as { id: string; status: string }
        const expected = samples[source]?.[sample]?.onlyLabel ? 'ignored' : 'accepted'
        expect([source, sample, status, answer.status]).toEqual([source, sample, 200, expected])
        if (expected === 'accepted') events.push(answer.id)
      }
      // A sample whose order another event has locked is `waiting`. Only an event that is stuck would stay `ready`.
      for (const id of events) await waitForStatus(url(), id, /^(?!ready|running)/)
    })

    it('says of a sample that only tells a label that it is no event', async () => {
      const { code, output } = await run('local/send.mjs', ['shopify', 'created'], { PORT: new URL(url()).port }).ended
      expect(code).toBe(0)
      expect(output).toContain('  answer       200 {"status":"ignored"}\n')
      expect(output).toContain('It is no event: it names the label of an order')
    })

    it('lists all samples if none is named', async () => {
      const { code, output } = await run('local/send.mjs', [], {}).ended
      expect(code).toBe(1)
      expect(output).toMatch(known)
      expect(output).toMatch(/^Name a source and a sample, as in npm run send -- shopify refund\. The samples are:\n/)
    })

    it.each([
      ['shopify', 'nonsense'],
      ['nobody', 'refund'],
    ])('lists all samples for the unknown %j %j', async (source, sample) => {
      const sent = sendSample({ url: 'http://127.0.0.1:1', source, sample, id: 'msg-1', secrets: {}, nowMs: 0 })
      await expect(sent).rejects.toThrow(known)
      await expect(sent).rejects.toThrow(CannotStart)
    })

    it.each([
      ['standard', 'no-base64!'],
      ['shopify', ''],
    ])('refuses to sign for %s with the secret "%s", which has the wrong format', async (source, secret) => {
      const sample = { source, sample: source === 'shopify' ? 'refund' : 'return', id: 'msg-1', nowMs: 0 }
      await expect(
        sendSample({ ...sample, url: 'http://127.0.0.1:1', secrets: { [source]: [secret] } }),
      ).rejects.toThrow(`The secret of "${source}" in local/secrets.json has the wrong format for its sender`)
    })

    it.each(['', 'two words', 'Größe', 'a\nb'])('refuses the delivery id %j, which cannot be a header', async (id) => {
      const sample = { source: 'shopify', sample: 'refund', secrets: { shopify: ['x'] }, nowMs: 0 }
      await expect(sendSample({ ...sample, url: 'http://127.0.0.1:1', id })).rejects.toThrow(/^The delivery id must be/)
    })

    it('says that nothing answers if no bridge runs', async () => {
      // Port 1 is reserved and nobody listens there.
      const { code, output } = await run('local/send.mjs', ['shopify', 'refund'], { PORT: '1' }).ended
      expect(code).toBe(1)
      expect(output).toMatch(/^Nothing answers at http:\/\/127\.0\.0\.1:1: start the bridge/)
    })
  })
}
