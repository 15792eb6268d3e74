import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Artifact } from '../../scripts/build.ts'
import { resolveStack } from '../../scripts/resolve-stack.ts'
import { blocks, readPage, root } from '../docs/pages.ts'
import { runZip } from './run-zip.ts'
import { type Aws, startAws } from './start-aws.ts'

/** An event whose history was cut off in the table: reading it throws in lib/inbox/event-item.ts. */
const damaged = {
  id: { S: 'standard/1' },
  format: { N: '1' },
  status: { S: 'done' },
  attempts: { N: '1' },
  history: { S: '[' },
}

/** Tests that the log shows where a deployed function failed. `artifacts` is called when the tests run. */
export function describeStacks(artifacts: () => Artifact[]): void {
  describe('the stack that a deployed function logs', () => {
    let aws: Aws
    let module = ''
    let frames: string[] = []

    beforeAll(async () => {
      aws = await startAws({ GetItem: { Item: damaged } })
      const operator = artifacts().find(({ name }) => name === 'operator')
      module = operator?.module ?? ''
      const environment = { ...aws.environment, EVENTS_TABLE: 'events', STATE_TABLE: 'state' }
      const event = { command: 'event.get', id: 'standard/1' }
      const { log } = await runZip(operator?.zip ?? '', { event, environment })
      frames = (log.find(({ message }) => message === 'operator command failed')?.at as string[] | undefined) ?? []
    })

    afterAll(() => aws.close())

    it("names the source's functions, beginning with the one that threw", () => {
      const functions = frames.map((frame) => /^at (?:async )?([\w.]+) \(/.exec(frame)?.[1])
      // Node's own frames are left out, to keep ours.
      expect(functions.slice(0, 5)).toEqual(['JSON.parse', 'unpacked', 'fromItem', 'Object.get', 'findEvent'])
      expect(frames.join('\n')).not.toContain('node:')
    })

    it('reaches the source after the frames of the SDK if a table refuses a request', async () => {
      const refusing = await startAws({})
      const own = artifacts().find(({ name }) => name === 'operator')
      const environment = { ...refusing.environment, EVENTS_TABLE: 'events', STATE_TABLE: 'state' }
      const event = { command: 'event.get', id: 'standard/1' }
      const { log } = await runZip(own?.zip ?? '', { event, environment }).finally(refusing.close)
      const at = (log.find(({ message }) => message === 'operator command failed')?.at ?? []) as string[]
      const resolved = await resolveStack(at.join('\n'), own?.module ?? '')
      expect(resolved).toMatch(/\(lib\/inbox\/dynamo-inbox\.ts:\d+:\d+\)/)
    })

    it('is resolved to file and line by the map beside the module', async () => {
      const resolved = await Promise.all(frames.slice(1, 4).map((frame) => resolveStack(frame, module)))
      const code = await Promise.all(resolved.map(lineOf))
      expect(code).toEqual([
        ['lib/inbox/event-item.ts', expect.stringContaining('JSON.parse(')],
        ['lib/inbox/event-item.ts', expect.stringContaining('unpacked(history)')],
        ['lib/inbox/dynamo-inbox.ts', expect.stringContaining('fromItem(')],
      ])
    })

    it('is resolved by the command of docs/deployment.md', async () => {
      const [command = ''] = blocks(readPage('docs/deployment.md'), 'bash').filter((block) =>
        block.includes('resolve-'),
      )
      const shown = /-- worker '(.+)'/.exec(command)?.[1] ?? ''
      expect(shown).toMatch(/^at \w+ \(file:\/\/\/var\/task\/index\.mjs:\d+:\d+\)$/)
      const [, thrower = ''] = frames
      const ours = command.replace('worker', 'operator').replace(shown, thrower)
      const { stdout } = await promisify(execFile)('bash', ['-c', ours], { cwd: root })
      expect(stdout).toMatch(/^at unpacked \(lib\/inbox\/event-item\.ts:\d+:\d+\)$/m)
    })

    it('stays as it is if the map does not contain the place', async () => {
      const unknown = 'at handler (file:///var/task/index.mjs:999999:1)'
      expect(await resolveStack(unknown, module)).toBe(unknown)
    })
  })
}

/** The file and the line of source code that a resolved frame names. */
async function lineOf(frame: string): Promise<[file: string, line: string | undefined]> {
  const [, file = '', line] = /\(([^:()]+):(\d+):\d+\)$/.exec(frame) ?? []
  return [file, (await readFile(join(root, file), 'utf8')).split('\n')[Number(line) - 1]]
}
