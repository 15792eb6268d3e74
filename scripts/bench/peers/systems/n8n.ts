import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Program, spawnCommand } from '../../../../test/local/program.ts'
import { until } from '../../../../test/local/until.ts'
import { n8nAlone } from '../installation.ts'
import { apiUser, type CreateSystem } from '../system.ts'
import { n8nWorkflow } from './n8n-workflow.ts'

/** The first start makes its database. */
const startMs = 180_000
const url = 'http://127.0.0.1:5678'
/** Nobody listens there. */
const nowhere = 'http://127.0.0.1:9'
const program = join(n8nAlone.folder, 'node_modules/n8n/bin/n8n')

/** n8n in one process with its default database (SQLite), without its reports to its makers. */
export const n8n: CreateSystem = ({ backOfficeUrl, folder }) => {
  let running: Program | undefined
  let isImported = false
  let isReady = false
  const env = {
    ...{ HOME: folder, N8N_USER_FOLDER: folder, N8N_LISTEN_ADDRESS: '127.0.0.1', N8N_PORT: '5678' },
    ...{ N8N_DIAGNOSTICS_ENABLED: 'false', N8N_VERSION_NOTIFICATIONS_ENABLED: 'false' },
    ...{ N8N_TEMPLATES_ENABLED: 'false', N8N_COMMUNITY_PACKAGES_ENABLED: 'false', N8N_MCP_ACCESS_ENABLED: 'false' },
  }
  const command = async (...args: string[]): Promise<void> => {
    const { code, output } = await spawnCommand([process.execPath, program, ...args], env).ended
    if (code !== 0) throw new Error(`n8n ${args.join(' ')} ended with ${code}:\n${output}`)
  }
  const importWorkflow = async (): Promise<void> => {
    const file = join(folder, 'workflow.json')
    await writeFile(file, JSON.stringify(n8nWorkflow({ url: backOfficeUrl, ...apiUser })))
    await command('import:workflow', `--input=${file}`)
    await command('publish:workflow', '--id=returns')
    isImported = true
  }
  return {
    async start() {
      if (!isImported) await importWorkflow()
      running = spawnCommand([process.execPath, program, 'start'], env)
      const { child, output } = running
      await until(
        'n8n',
        () => {
          if (child.exitCode !== null) throw new Error(`it ended:\n${output()}`)
          return output().includes('Editor is now accessible')
        },
        startMs,
      )
      isReady = true
    },
    async kill() {
      isReady = false
      if (!running) return
      const { child, stop } = running
      // It runs code in a process of its own.
      const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').catch(() => '')
      await stop('SIGKILL')
      for (const id of children.split(' ').filter(Boolean).map(Number)) endProcess(id)
    },
    toRequest: ({ content }) => ({
      // While it starts it answers 200 to everything, so its users put a proxy before it that asks whether it is ready.
      url: `${isReady ? url : nowhere}/webhook/returns`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(content),
    }),
    // It answers when a delivery is done, so nothing is open for longer than its sender waits.
    open: async () => 0,
    output: () => running?.output() ?? '',
  }
}

function endProcess(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}
