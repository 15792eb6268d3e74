import { afterEach, describe, expect, it, vi } from 'vitest'
import { ConfigError } from '../lib/config/config-error.ts'
import { fromEnvironment, timeScale } from '../lib/environment.ts'

describe('the environment', () => {
  afterEach(() => void vi.unstubAllEnvs())

  it('is read when it is needed, and a missing variable is named', () => {
    vi.stubEnv('EVENTS_TABLE', 'events')
    expect(fromEnvironment('eventsTable')).toBe('events')
    vi.stubEnv('EVENTS_TABLE', '')
    expect(() => fromEnvironment('eventsTable')).toThrow(
      new ConfigError('EVENTS_TABLE is not set: set it in the environment of this function'),
    )
  })

  it.each([
    [undefined, 1],
    ['60', 60],
    ['0.5', 0.5],
  ])('scales time by %s', (text, scale) => {
    vi.stubEnv('LOCAL_TIME_SCALE', text)
    expect(timeScale()).toBe(scale)
  })

  it.each(['0', '-1', 'fast', 'NaN'])('refuses to scale time by %s', (text) => {
    vi.stubEnv('LOCAL_TIME_SCALE', text)
    expect(() => timeScale()).toThrow(ConfigError)
  })
})
