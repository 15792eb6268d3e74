import { describe, expect, it } from 'vitest'
import type { CannotStart } from '../../local/cannot-start.ts'
import { createHealth } from '../../local/serve/health.ts'
import { createHeartbeat } from '../../local/serve/heartbeat.ts'
import { assertConsoleHost, readOptions } from '../../local/serve/options.ts'
import { messageOf } from './refusal.ts'

const read = (args: string[], env: Record<string, string> = {}) => readOptions(args, env, '/srv')

describe('the options of serve', () => {
  it('have defaults for all but the folder, and paths begin where the command is run', () => {
    expect(read(['--data', 'data', '--config', 'own.ts'])).toEqual({
      ...{ data: '/srv/data', config: '/srv/own.ts', secrets: '/srv/secrets' },
      ...{ host: '127.0.0.1', port: 8080, consoleHost: '127.0.0.1', consolePort: 8081 },
      ...{ restored: false, restore: undefined, setPassword: false, heartbeatUrl: undefined, timeScale: 1 },
    })
    expect(read(['--data', 'data']).config).toBe(new URL('../../bridge.config.ts', import.meta.url).pathname)
  })

  it('are variables as well, and the option counts first', () => {
    const env = {
      ...{ BRIDGE_DATA: '/data', BRIDGE_CONSOLE_PORT: '9001', BRIDGE_HOST: '0.0.0.0', BRIDGE_RESTORED: 'true' },
      ...{ BRIDGE_PORT: '', HEARTBEAT_URL: 'https://beat.example/1' },
    }
    expect(read(['--console-port=9002'], env)).toMatchObject({
      ...{ data: '/data', host: '0.0.0.0', port: 8080, consolePort: 9002, restored: true },
      heartbeatUrl: 'https://beat.example/1',
    })
  })

  it('are refused with every mistake at once, and the secret part of an address is not shown', () => {
    const args = ['--hosts', 'x', '--host', 'my-machine', '--port', '65536', '--console-port', 'many', '--restored']
    try {
      read(args, { BRIDGE_RESTORE: 'copy', HEARTBEAT_URL: 'secret-part' })
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ name: 'CannotStart', exitCode: 78 })
      const mistakes = (error as CannotStart).message.split('\n')
      const expected = [/'--hosts'.* The options are --data, /, /^--host must be an IP address.*"my-machine"/]
      expected.push(/^--port must be .*"65536"/, /^--console-port must be .*"many"/, /^--data is missing/)
      expected.push(/^HEARTBEAT_URL must be an address/, /^--restore says --restored/)
      for (const mistake of expected) expect(mistakes).toContainEqual(expect.stringMatching(mistake))
      expect(mistakes).toHaveLength(expected.length)
      expect(mistakes.join()).not.toContain('secret-part')
    }
    expect(messageOf(() => read(['--data', 'd', '--port', '80', '--console-port', '80']))).toMatch(/both 80/)
  })

  it('open the console beyond this machine only with a password and its address', () => {
    const beyond = read(['--data', 'd', '--console-host', '0.0.0.0'])
    expect(messageOf(() => assertConsoleHost(beyond, { password: false, consoleUrl: false }))).toMatch(
      /needs a password \(serve --set-password\) and consoleUrl in the configuration first\.$/,
    )
    expect(messageOf(() => assertConsoleHost(beyond, { password: true, consoleUrl: false }))).toMatch(
      /needs consoleUrl/,
    )
    expect(messageOf(() => assertConsoleHost(beyond, { password: true, consoleUrl: true }))).toBe('')
    expect(messageOf(() => assertConsoleHost(read(['--data', 'd']), { password: false, consoleUrl: false }))).toBe('')
  })
})

describe('the health of serve', () => {
  it('ends with a write that failed, or three minutes without a run, and comes back by itself', () => {
    let [now, isWriting] = [0, true]
    const health = createHealth({ isWriting: () => isWriting, now: () => now })
    expect(health.read()).toEqual({})
    isWriting = false
    expect(health.read()).toEqual({ reason: 'the last write to the store failed' })
    isWriting = true
    now = 180_001
    expect(health.read()).toEqual({ reason: 'the schedule has not run for three minutes' })
    health.ran()
    expect(health.read()).toEqual({})
  })

  it('is told to an address outside; a failure is said once, without the address', async () => {
    const said: unknown[] = []
    const answers = [204, 500, new TypeError('https://beat.example/secret'), 200, 301]
    const ask = async () => {
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return new Response(null, { status: answer as number })
    }
    const beat = createHeartbeat({
      url: 'https://beat.example/secret',
      fetch: ask,
      report: (...words) => said.push(words),
    })
    while (answers.length > 0) await beat()
    expect(said).toEqual([
      ['HEARTBEAT_URL cannot be asked', 'it answered 500'],
      ['HEARTBEAT_URL cannot be asked', 'it answered 301'],
    ])
  })
})
