import { describe, expect, it } from 'vitest'
import { applyEnvironment, type Environment, functionEnvironment, readSettings } from '../../local/environment.ts'

const cwd = '/project'
const variables = ['PORT', 'SANDBOX_PORT', 'BACKOFFICE_URL', 'DATA_DIR', 'LOCAL_TIME_SCALE', 'LOCAL_STREAM']

describe('the environment of npm start', () => {
  it('has a default for everything', () => {
    expect(readSettings({}, cwd)).toEqual({
      port: 3000,
      sandboxPort: 3001,
      backOfficeUrl: undefined,
      dataDir: '/project/.local',
      timeScale: 1,
      stream: true,
    })
  })

  it('treats an empty variable as absent', () => {
    const empty = Object.fromEntries(variables.map((name) => [name, name === 'SANDBOX_PORT' ? ' ' : '']))
    expect(readSettings(empty, cwd)).toEqual(readSettings({}, cwd))
  })

  it('reads each variable', () => {
    const env = {
      PORT: '0',
      SANDBOX_PORT: '4001',
      BACKOFFICE_URL: 'https://backoffice.example.com/',
      DATA_DIR: 'data',
      LOCAL_TIME_SCALE: '0.5',
      LOCAL_STREAM: 'off',
    }
    expect(readSettings(env, cwd)).toEqual({
      port: 0,
      sandboxPort: 4001,
      backOfficeUrl: 'https://backoffice.example.com',
      dataDir: '/project/data',
      timeScale: 0.5,
      stream: false,
    })
  })

  it('keeps nothing on disk with DATA_DIR=:memory:', () => {
    expect(readSettings({ DATA_DIR: ':memory:' }, cwd).dataDir).toBeUndefined()
  })

  it.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, not "abc".'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, not "65536".'],
    [{ SANDBOX_PORT: '-1' }, 'SANDBOX_PORT must be a whole number from 0 to 65535, not "-1".'],
    [{ PORT: '3001' }, 'PORT and SANDBOX_PORT are both 3001: give them different numbers.'],
    [{ BACKOFFICE_URL: 'localhost:4000' }, 'BACKOFFICE_URL must be an address that begins with https://.'],
    ...['0', 'Infinity', '1e-300', '0.0009', '100000.1', '1e9', '0x10', '60s'].map((scale): [Environment, string] => [
      { LOCAL_TIME_SCALE: scale },
      `LOCAL_TIME_SCALE must be a number from 0.001 to 100000, such as 60 or 0.5, not "${scale}".`,
    ]),
    [{ LOCAL_STREAM: 'no' }, 'LOCAL_STREAM must be "on" or "off", not "no".'],
  ])('explains the mistake in %o', (env, sentence) => {
    expect(() => readSettings(env, cwd)).toThrow(sentence)
  })

  it.each([
    ['0.001', 0.001],
    ['100000', 100_000],
    ['007.50', 7.5],
  ])('accepts a time scale of %s', (LOCAL_TIME_SCALE, timeScale) => {
    expect(readSettings({ LOCAL_TIME_SCALE }, cwd)).toMatchObject({ timeScale })
  })

  it('refuses arguments and names every variable that it reads', () => {
    const shown = message(() => readSettings({}, cwd, ['--port', '18999']))
    expect(shown).toMatch(/^npm start takes no arguments \(--port 18999\): .*\.$/)
    for (const name of variables) expect(shown).toContain(name)
    expect(readSettings({}, cwd, [])).toEqual(readSettings({}, cwd))
  })

  it('never shows an address that contains a password', () => {
    const shown = message(() => readSettings({ BACKOFFICE_URL: 'https://api:hunter2@backoffice.example.com' }, cwd))
    expect(shown).toBe('BACKOFFICE_URL must be the address alone, without user name, password, "?" and "#".')
  })

  it('names all mistakes at once', () => {
    const lines = message(() => readSettings({ PORT: 'x', LOCAL_TIME_SCALE: '-1', LOCAL_STREAM: '2' }, cwd)).split('\n')
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['PORT', 'LOCAL_TIME_SCALE', 'LOCAL_STREAM'])
  })

  it('accepts equal ports if there is no sandbox', () => {
    expect(readSettings({ PORT: '3001', BACKOFFICE_URL: 'http://127.0.0.1:9' }, cwd).port).toBe(3001)
  })
})

describe('the environment of the functions', () => {
  it('removes what a developer has set for a stage, and keeps the rest', () => {
    const env = { METRICS: 'on', PATH: '/bin' }
    applyEnvironment(env, functionEnvironment(readSettings({}, cwd), env))
    expect(env).not.toHaveProperty('METRICS')
    expect(env).toMatchObject({ PATH: '/bin', BACK_OFFICE_SECRET: 'back-office' })
  })

  it('passes the time scale on and keeps a chosen log level', () => {
    const values = functionEnvironment(readSettings({ LOCAL_TIME_SCALE: '60' }, cwd), { LOG_LEVEL: 'DEBUG' })
    expect(values).toMatchObject({ LOCAL_TIME_SCALE: '60', LOG_LEVEL: 'DEBUG' })
  })
})

function message(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('nothing was thrown')
}
