import { join } from 'node:path'
import { type Program, readBanner, spawnProgram } from '../../../../test/local/program.ts'
import { operatorAt, sign } from '../../local-bridge.ts'
import type { CreateSystem } from '../system.ts'

const startMs = 60_000

/** `npm start` with its data in a folder. `timeScale` shortens its waits, for tests only. */
export const bridgeAt =
  (timeScale: number): CreateSystem =>
  ({ backOfficeUrl, folder }) => {
    let program: Program | undefined
    let url = ''
    return {
      async start() {
        program = spawnProgram('local/start.mjs', [], {
          ...{ PORT: '0', LOCAL_TIME_SCALE: String(timeScale), HOME: folder },
          ...{ DATA_DIR: join(folder, 'data'), BACKOFFICE_URL: backOfficeUrl },
        })
        url = (await readBanner(program, startMs)).url
      },
      async kill() {
        await program?.stop('SIGKILL')
      },
      toRequest({ id, content }) {
        const { path, headers, body } = sign({ kind: 'standard', id, content })
        return { url: `${url}${path}`, headers, body: new Uint8Array(body) }
      },
      open: async () => Number((await operatorAt(url)({ command: 'stats' })).open),
      output: () => program?.output() ?? '',
    }
  }
