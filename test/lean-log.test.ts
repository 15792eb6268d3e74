import { Logger } from '@aws-lambda-powertools/logger'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { logSettings, traceId } from '../lib/environment.ts'
import { createLeanLog } from '../lib/lean-log.ts'
import type { Log } from '../lib/log.ts'
import { contextOf } from './functions/invoke.ts'

const variables = {
  POWERTOOLS_SERVICE_NAME: 'backoffice-bridge',
  POWERTOOLS_LOG_LEVEL: 'INFO',
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  _X_AMZN_TRACE_ID: 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=557abcec3ee5a047;Sampled=1',
}
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** The lines of both streams that a log writes with these variables. */
function linesOf(logs: (log: Log & { begin(id: string): void }) => void, changed: Record<string, string> = {}) {
  for (const [name, value] of Object.entries({ ...variables, ...changed })) vi.stubEnv(name, value)
  const lines: { by: string; stream: string; line: Record<string, unknown> }[] = []
  const add = (by: string, stream: string) => (text: string) => {
    const { timestamp, ...line } = JSON.parse(text) as Record<string, unknown>
    expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    lines.push({ by, stream, line: { ...line, names: Object.keys(line).join() } })
  }
  const invocation = (awsRequestId: string) => ({ ...contextOf(), awsRequestId })
  const output = { out: add('lean', 'out'), err: add('lean', 'err') }
  const lean = createLeanLog({ ...logSettings(), ...output, now: Date.now, traceId })
  logs({ ...lean, begin: (id) => lean.begin(invocation(id)) })
  const [out, err] = [add('powertools', 'out'), add('powertools', 'err')]
  const powertools = new Logger()
  const written = { info: out, warn: err, error: err, debug: out }
  Object.assign(powertools, { console: written })
  logs({
    info: (message, fields) => powertools.info(message, fields),
    warn: (message, fields) => powertools.warn(message, fields),
    error: (message, fields) => powertools.error(message, fields),
    begin: (id) => powertools.addContext(invocation(id)),
  })
  const of = (name: string) => lines.flatMap(({ by, stream, line }) => (by === name ? [{ stream, line }] : []))
  return { lean: of('lean'), powertools: of('powertools') }
}

describe('the log of the webhooks', () => {
  it('writes the lines of Powertools’ Logger, field for field, to the same streams', () => {
    const { lean, powertools } = linesOf((log) => {
      log.info('before any invocation', {})
      log.begin('first')
      log.warn('webhook refused', { source: 'shopify', why: 'the signature matches none' })
      log.begin('second')
      log.error('webhook not stored', { family: 'shops', error: 'TimeoutError' })
      log.warn('sources share a secret', { sources: ['a', 'b'], count: 2, empty: '', nothing: undefined, none: null })
    })
    expect(lean).toHaveLength(4)
    expect(lean.map(({ line }) => line.cold_start)).toEqual([undefined, true, false, false])
    expect(lean).toEqual(powertools)
  })

  it.each<[Record<string, string>, number]>([
    [{ POWERTOOLS_LOG_LEVEL: 'WARN' }, 2],
    [{ POWERTOOLS_LOG_LEVEL: 'ERROR' }, 1],
    [{ POWERTOOLS_LOG_LEVEL: 'error' }, 3],
    [{ POWERTOOLS_LOG_LEVEL: 'SILENT' }, 0],
    [{ POWERTOOLS_LOG_LEVEL: 'nonsense' }, 3],
    [{ POWERTOOLS_LOG_LEVEL: '', LOG_LEVEL: 'ERROR' }, 1],
    [{ POWERTOOLS_LOG_LEVEL: 'DEBUG', AWS_LAMBDA_LOG_LEVEL: 'WARN' }, 2],
  ])('writes as much as Powertools’ Logger with %j', (changed, count) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { lean, powertools } = linesOf((log) => {
      log.info('a', {})
      log.warn('b', {})
      log.error('c', {})
    }, changed)
    expect(lean).toHaveLength(count)
    expect(lean).toEqual(powertools.filter(({ line }) => ['a', 'b', 'c'].includes(String(line.message))))
  })

  it('lets no caller’s field stand in for one of its own', () => {
    const { lean } = linesOf((log) => log.error('it failed', { level: 'INFO', message: 'other', service: 'other' }))
    expect(lean).toMatchObject([{ line: { level: 'ERROR', message: 'it failed', service: 'backoffice-bridge' } }])
  })
})
