import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Artifact } from '../../scripts/build.ts'
import { resolveStack } from '../../scripts/resolve-stack.ts'
import { blocks, readPage, root } from '../docs/pages.ts'
import { type Reaction, startAws } from '../functions/aws.ts'
import { anyAccount, runZip } from './run-zip.ts'

/** An event whose history was cut off in the table: reading it throws in lib/tables/dynamodb/event-item.ts. */
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
    let module = ''
    let frames: string[] = []

    /** The frames that the operator logs where its table answers so. */
    const framesOf = async (answer: Reaction): Promise<string[]> => {
      const aws = await startAws()
      aws.react = () => answer
      const operator = artifacts().find(({ name }) => name === 'operator')
      module = operator?.module ?? ''
      const environment = { ...anyAccount, ...aws.variables, EVENTS_TABLE: 'events', STATE_TABLE: 'state' }
      const event = { command: 'event.get', id: 'standard/1' }
      const { log } = await runZip(operator?.zip ?? '', { event, environment }).finally(aws.close)
      return (log.find(({ message }) => message === 'operator command failed')?.at as string[] | undefined) ?? []
    }

    beforeAll(async () => {
      frames = await framesOf({ body: { Item: damaged } })
    })

    it("names the source's functions, beginning with the one that threw", () => {
      const functions = frames.map((frame) => /^at (?:async )?([\w.]+) \(/.exec(frame)?.[1])
      // Node's own frames are left out, to keep ours.
      expect(functions.slice(0, 5)).toEqual(['JSON.parse', 'unpacked', 'fromItem', 'Object.get', 'findEvent'])
      expect(frames.join('\n')).not.toContain('node:')
    })

    it('reaches the source after the frames of the SDK if a table refuses a request', async () => {
      const at = await framesOf({ error: 'UnknownOperationException' })
      expect(await resolveStack(at.join('\n'), module)).toMatch(/\(lib\/tables\/dynamodb\/dynamo-inbox\.ts:\d+:\d+\)/)
    })

    it('is resolved to file and line by the map beside the module, and stays as it is where that has no such place', async () => {
      const resolved = await Promise.all(frames.slice(1, 4).map((frame) => resolveStack(frame, module)))
      const unknown = 'at handler (file:///var/task/index.mjs:999999:1)'
      expect(await resolveStack(unknown, module)).toBe(unknown)
      expect(await Promise.all(resolved.map(lineOf))).toEqual([
        ['lib/tables/dynamodb/event-item.ts', expect.stringContaining('JSON.parse(')],
        ['lib/tables/dynamodb/event-item.ts', expect.stringContaining('unpacked(history)')],
        ['lib/tables/dynamodb/dynamo-inbox.ts', expect.stringContaining('fromItem(')],
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
      expect(stdout).toMatch(/^at unpacked \(lib\/tables\/dynamodb\/event-item\.ts:\d+:\d+\)$/m)
    })
  })
}

/** The file and the line of source code that a resolved frame names. */
async function lineOf(frame: string): Promise<[file: string, line: string | undefined]> {
  const [, file = '', line] = /\(([^:()]+):(\d+):\d+\)$/.exec(frame) ?? []
  return [file, (await readFile(join(root, file), 'utf8')).split('\n')[Number(line) - 1]]
}
