import { text } from 'node:stream/consumers'
import { createAsk } from '../ask.ts'
import { CannotStart } from '../cannot-start.ts'
import { makeFolder } from '../make-folder.ts'
import type { ServeOptions } from './options.ts'
import { storePassword } from './password.ts'

/** Stores the password for the next start. */
export async function setPassword({ data }: ServeOptions): Promise<void> {
  makeFolder(data)
  await storePassword(data, process.stdin.isTTY ? await askTwice() : (await text(process.stdin)).replace(/\r?\n$/, ''))
  process.stdout.write('The password is stored. It counts from the next start of serve.\n')
}

async function askTwice(): Promise<string> {
  const { ask, close } = createAsk({ input: process.stdin, output: process.stdout })
  try {
    const password = await ask('New password: ', { hidden: true })
    if ((await ask('Once more: ', { hidden: true })) === password) return password
    throw new CannotStart('The two passwords differ: nothing was stored.')
  } finally {
    close()
  }
}
