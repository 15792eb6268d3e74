import { afterEach, describe, expect, it, vi } from 'vitest'
import { logSettings, traceId } from '../lib/environment.ts'
import { createLog, traceOf } from '../lib/log.ts'
import { contextOf } from './functions/invoke.ts'

const variables = {
  SERVICE_NAME: 'backoffice-bridge',
  LOG_LEVEL: 'INFO',
  AWS_LAMBDA_LOG_LEVEL: '',
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  _X_AMZN_TRACE_ID: 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=557abcec3ee5a047;Sampled=1',
}
afterEach(() => vi.unstubAllEnvs())

/** The lines of both streams that a log writes with these variables, as text. */
function linesOf(
  logs: (log: Omit<ReturnType<typeof createLog>, 'begin'> & { begin(id: string): void }) => void,
  changed: Record<string, string> = {},
): string[] {
  for (const [name, value] of Object.entries({ ...variables, ...changed })) vi.stubEnv(name, value)
  const lines: string[] = []
  const into = (stream: string) => (line: string) => void lines.push(`${stream} ${line}`)
  const log = createLog({ ...logSettings(), out: into('out'), err: into('err'), now: () => 0, traceId })
  logs({ ...log, begin: (awsRequestId) => log.begin({ ...contextOf(), awsRequestId }) })
  return lines
}

describe('the log of a function', () => {
  // People and alarms search for these fields, and everybody else's tools know them by these names.
  const time = '"timestamp":"1970-01-01T00:00:00.000Z","service":"backoffice-bridge"'
  const by = (isCold: boolean, id: string) =>
    `"cold_start":${isCold},"function_arn":"arn","function_memory_size":"256","function_name":"test","function_request_id":"${id}"`
  const trace = '"sampling_rate":0,"xray_trace_id":"1-5759e988-bd862e3fe1be46a994272793"'

  it('says of each line which invocation of which function wrote it, and leaves out what is empty', () => {
    const lines = linesOf((log) => {
      log.info('before any invocation', {})
      log.begin('first')
      log.warn('webhook refused', { source: 'shopify', why: 'the signature matches none' })
      log.begin('second')
      log.error('webhook not stored', { family: 'shops', sources: ['a'], empty: '', nothing: undefined, none: null })
    })
    expect(lines).toEqual([
      `out {"level":"INFO","message":"before any invocation",${time},${trace}}`,
      `err {"level":"WARN","message":"webhook refused",${time},${by(true, 'first')},${trace},"source":"shopify","why":"the signature matches none"}`,
      `err {"level":"ERROR","message":"webhook not stored",${time},${by(false, 'second')},${trace},"family":"shops","sources":["a"]}`,
    ])
  })

  it.each<[Record<string, string>, string]>([
    [{}, 'abc'],
    [{ LOG_LEVEL: 'WARN' }, 'bc'],
    [{ LOG_LEVEL: 'ERROR' }, 'c'],
    [{ LOG_LEVEL: 'error' }, 'abc'],
    [{ LOG_LEVEL: 'SILENT' }, ''],
    [{ LOG_LEVEL: 'nonsense' }, 'abc'],
    [{ LOG_LEVEL: '' }, 'abc'],
    [{ LOG_LEVEL: 'DEBUG', AWS_LAMBDA_LOG_LEVEL: 'WARN' }, 'bc'],
  ])('writes no line below its level: %j', (changed, written) => {
    const lines = linesOf((log) => {
      log.info('a', {})
      log.warn('b', {})
      log.error('c', {})
    }, changed)
    expect(lines.map((line) => /"message":"(.)"/.exec(line)?.[1]).join('')).toBe(written)
  })

  it('says no trace where Lambda names none, and no cold start of a function that was started ahead', () => {
    const [line] = linesOf(
      (log) => {
        log.begin('first')
        log.info('a', {})
      },
      { _X_AMZN_TRACE_ID: '', AWS_LAMBDA_INITIALIZATION_TYPE: 'provisioned-concurrency' },
    )
    expect(line).toContain('"cold_start":false')
    expect(line).not.toContain('trace')
  })

  it('lets no caller’s field stand in for one of its own', () => {
    const [line = ''] = linesOf((log) => log.error('it failed', { level: 'INFO', message: 'other', service: 'other' }))
    expect(line).toBe(`err {"level":"ERROR","message":"it failed",${time},${trace}}`)
  })
})

it('shows the frames of an error, and no line of its message that looks like one', () => {
  const { error, at } = traceOf(new TypeError('cannot read\n    at ben.muster@example.com\n    at home (x.ts:1:1)'))
  expect(error).toBe('TypeError')
  expect(at.length).toBeGreaterThan(0)
  expect(at[0]).toContain('log.test.ts')
  expect(at.join()).not.toMatch(/ben|home/)
})

it('shows the frames of an error whose message was changed later', () => {
  const error = new Error('first')
  error.message = 'second'
  expect(traceOf(error).at[0]).toContain('log.test.ts')
})
