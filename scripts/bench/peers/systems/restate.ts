import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Program, spawnCommand } from '../../../../test/local/program.ts'
import { until } from '../../../../test/local/until.ts'
import { others } from '../installation.ts'
import { apiUser, type CreateSystem } from '../system.ts'

const startMs = 60_000
/** The ports that its documentation uses: in a network of its own nobody else has them. */
const [ingress, admin, serviceUrl] = ['http://127.0.0.1:8080', 'http://127.0.0.1:9070', 'http://127.0.0.1:9080']
const source = join(import.meta.dirname, 'restate-service.mjs')
const json = { 'content-type': 'application/json' }

const server = join(
  others.folder,
  `node_modules/@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`,
)

/**
 * Restate's server with its default settings, and the service beside it. Both are killed at the same time, as with their machine. With
 * `waitMs` the service waits so long before it looks for a write whose outcome it does not know.
 */
export const restate =
  (waitMs?: number): CreateSystem =>
  ({ backOfficeUrl, folder }) => {
    let programs: Program[] = []
    let isRegistered = false

    const isUp = async (url: string): Promise<boolean> => {
      const ended = programs.find(({ child }) => child.exitCode !== null)
      if (ended) throw new Error(`it ended:\n${ended.output()}`)
      return await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    }
    return {
      async start() {
        // Where Node finds the packages that it imports.
        const service = join(others.folder, 'restate-service.mjs')
        await copyFile(source, service)
        const { username, password, id } = apiUser
        programs = [
          spawnCommand([process.execPath, service], {
            ...{ BACKOFFICE_URL: backOfficeUrl, USERNAME: username, PASSWORD: password, USER_ID: String(id) },
            ...(waitMs !== undefined && { WAIT_MS: String(waitMs) }),
          }),
          spawnCommand([server, '--no-logo', '--listen-mode', 'tcp', '--bind-ip', '127.0.0.1', '--node-name', 'peer'], {
            ...{ RESTATE_BASE_DIR: join(folder, 'data'), RESTATE_DISABLE_TELEMETRY: 'true', HOME: folder },
          }),
        ]
        await until(
          'Restate',
          async () => (await isUp(`${admin}/health`)) && (await isUp(`${ingress}/restate/health`)),
          startMs,
        )
        if (!isRegistered) await register(programs)
        isRegistered = true
      },
      kill: async () => void (await Promise.all(programs.map(({ stop }) => stop('SIGKILL')))),
      toRequest: ({ order, id, content }) => ({
        url: `${ingress}/OrderReturns/${order}/request/send`,
        headers: { ...json, 'idempotency-key': id },
        body: JSON.stringify(content),
      }),
      async open() {
        const query = "SELECT count(*) AS open FROM sys_invocation WHERE status != 'completed'"
        const headers = { ...json, accept: 'application/json' }
        const answer = await fetch(`${admin}/query`, { method: 'POST', headers, body: JSON.stringify({ query }) })
        return ((await answer.json()) as { rows: [{ open: number }] }).rows[0].open
      },
      output: () => programs.map(({ output }) => output()).join('\n'),
    }
  }

async function register(programs: readonly Program[]): Promise<void> {
  const body = JSON.stringify({ uri: serviceUrl })
  await until(
    'the registration of the service',
    async () => {
      const answer = await fetch(`${admin}/deployments`, { method: 'POST', headers: json, body }).catch(() => undefined)
      if (programs.some(({ child }) => child.exitCode !== null))
        throw new Error(`it ended:\n${programs.map(({ output }) => output()).join('\n')}`)
      return answer?.ok
    },
    startMs,
  )
}
