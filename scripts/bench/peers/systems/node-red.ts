import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Program, spawnCommand } from '../../../../test/local/program.ts'
import { until } from '../../../../test/local/until.ts'
import { others } from '../installation.ts'
import { apiUser, type CreateSystem } from '../system.ts'
import { type Answers, nodeRedFlow } from './node-red-flow.ts'

const startMs = 60_000
/** Its own port: in a network of its own nobody else has it. */
const port = 1880
const url = `http://127.0.0.1:${port}`
const program = join(others.folder, 'node_modules/node-red/red.js')

/** Node-RED with its default settings, without its editor and its reports to its makers. */
export const nodeRed =
  (answers: Answers): CreateSystem =>
  ({ backOfficeUrl, folder }) => {
    let running: Program | undefined
    const isUp = async (): Promise<boolean> => {
      if (running && running.child.exitCode !== null) throw new Error(`it ended:\n${running.output()}`)
      return await fetch(`${url}/open`).then(
        ({ ok }) => ok,
        () => false,
      )
    }
    return {
      async start() {
        const settings = join(folder, 'settings.js')
        await writeFile(join(folder, 'flows.json'), JSON.stringify(nodeRedFlow(answers)))
        await writeFile(settings, settingsText)
        const { username, password, id } = apiUser
        running = spawnCommand([process.execPath, program, '--userDir', folder, '--settings', settings], {
          ...{ BACKOFFICE_URL: backOfficeUrl, USERNAME: username, PASSWORD: password, USER_ID: String(id) },
          HOME: folder,
        })
        await until('Node-RED', isUp, startMs)
      },
      kill: async () => void (await running?.stop('SIGKILL')),
      toRequest: ({ content }) => ({
        url: `${url}/returns`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(content),
      }),
      open: async () => Number(await (await fetch(`${url}/open`)).text()),
      output: () => running?.output() ?? '',
    }
  }

const settingsText = `module.exports = ${JSON.stringify({
  ...{ uiHost: '127.0.0.1', uiPort: port, flowFile: 'flows.json', credentialSecret: false, httpAdminRoot: false },
  ...{ telemetry: { enabled: false, updateNotification: false }, diagnostics: { enabled: false } },
  logging: { console: { level: 'error', metrics: false, audit: false } },
})}\n`
