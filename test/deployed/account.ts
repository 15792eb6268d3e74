import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { emulator } from '../../scripts/install-emulator.ts'
import { release } from '../../scripts/release.ts'
import { startDatedFront } from '../packaged/dated-front.ts'
import { createPackagedFunction } from '../packaged/packaged-function.ts'
import { type DeployedStack, readStack } from './deployed-stack.ts'
import { type Emulator, startEmulator } from './emulator.ts'
import { setup } from './operations-page.ts'

export const stackName = 'backoffice-bridge-prod'
/** What the script said, and how it ended. */
type Deployed = { code: number; output: string }
/** People work in the folder of the project. */
const inTheProject = `npm() { command npm --prefix '${join(import.meta.dirname, '../..')}' --silent "$@"; }\n`
const byHand = join(import.meta.dirname, 'by_hand.py')

export type Account = {
  emulator: Emulator
  /** Where functions and people reach AWS. */
  url: string
  /** The folder of the release that is deployed. */
  release: string
  /** Runs the release's own script, as a person does. */
  deploy(...options: string[]): Promise<Deployed>
  /** The same in a terminal, with an answer to each question. */
  deployByHand(
    questions: readonly (readonly [question: string, answer: string])[],
    ...options: string[]
  ): Promise<Deployed>
  /** Runs a command of a project, in a terminal if it asks questions. */
  walk(
    project: string,
    command: string,
    questions?: readonly (readonly [question: string, answer: string])[],
  ): Promise<Deployed>
  /** Lets the zips of another release be deployed, too. */
  know(release: string): void
  /** Runs commands of docs/operations.md in `home`, after those that set its names. */
  shell(commands: string): Promise<Deployed>
  /** The folder in which a person works. */
  home: string
  stack(): Promise<DeployedStack>
  /** The variables by which a function finds this account instead of AWS. */
  endpoints: Record<string, string>
  /** The time of all answers. */
  clock: { now: () => number }
  close(): Promise<void>
}

/** An account with nothing in it, and a release to deploy. */
export async function openAccount(): Promise<Account> {
  const folder = await mkdtemp(join(tmpdir(), 'account-'))
  const released = join(folder, 'release')
  await release(released)
  const aws = await startEmulator()
  const clock = { now: () => Date.now() }
  const releases = [released]
  // A test removes its own release when it ends, and nothing of it is deployed any more.
  const stack = () =>
    readStack(
      aws,
      stackName,
      releases.filter((one) => existsSync(one)),
    )

  /** Lambda's part of an invocation: the emulator has none. */
  function invoke(asked: IncomingMessage, answer: ServerResponse): boolean {
    const name = /^\/2015-03-31\/functions\/([\w-]+)\/invocations$/.exec(asked.url ?? '')?.[1]
    if (name === undefined) return false
    void invoked(name, asked).then(
      (result) => answer.end(JSON.stringify(result)),
      (error: Error) => answer.setHeader('x-amz-function-error', 'Unhandled').end(JSON.stringify(error.message)),
    )
    return true
  }

  async function invoked(name: string, asked: IncomingMessage): Promise<unknown> {
    const event = await json(asked)
    const found = (await stack()).functions.get(name)
    if (!found) throw new Error(`no function ${name} is deployed`)
    const deployment = { ...found, variables: { ...found.variables, ...endpoints } }
    const one = createPackagedFunction(deployment, { aheadMs: 0 }, () => '')
    return await one.invoke(event).finally(() => one.kill())
  }

  const front = await startDatedFront(aws.url, () => clock.now(), { instead: invoke, isSigned: true })
  const endpoints = {
    AWS_ENDPOINT_URL: front.url,
    AWS_ENDPOINT_URL_DYNAMODB: front.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: front.url,
  }
  const script = join(released, 'deploy.sh')

  async function run([program = '', ...options]: string[], cwd = folder): Promise<Deployed> {
    const env = {
      PATH: [emulator.bin, process.env.PATH].join(delimiter),
      HOME: folder,
      AWS_ENDPOINT_URL: front.url,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: aws.person.accessKeyId,
      AWS_SECRET_ACCESS_KEY: aws.person.secretAccessKey,
    }
    return await new Promise((resolve) => {
      execFile(program, options, { cwd, env, maxBuffer: 1e7 }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` }),
      ).stdin?.end()
    })
  }

  return {
    ...{ emulator: aws, url: front.url, release: released, home: folder, stack, endpoints, clock },
    deploy: (...options) => run([script, ...options]),
    deployByHand: (questions, ...options) =>
      run([emulator.python, byHand, JSON.stringify(questions), script, ...options]),
    walk: (project, command, questions) => {
      const shell = ['bash', '--norc', '-c', command]
      return run(questions ? [emulator.python, byHand, JSON.stringify(questions), ...shell] : shell, project)
    },
    know: (one) => void releases.push(one),
    shell: (commands) => run(['bash', '--norc', '-euo', 'pipefail', '-c', `${inTheProject}${setup}${commands}`]),
    async close() {
      await front.close()
      await aws.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
