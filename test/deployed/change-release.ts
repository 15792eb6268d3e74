import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync, zipSync } from 'fflate'

/** Makes another release of one: every zip with other bytes, as after a change of the code. */
export async function newVersion(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => one.endsWith('.zip'))) {
    const path = join(folder, name)
    const before = await readFile(path)
    const after = zipSync({ ...unzipSync(before), 'version.txt': Buffer.from(sumOf(before)) })
    await writeFile(path, after)
    await changeTemplate(folder, sumOf(before), sumOf(after))
  }
}

/** Replaces a text in the template, and corrects the checksums. Throws where the template does not have it. */
export async function changeTemplate(folder: string, before: string, after: string): Promise<void> {
  const path = join(folder, 'template.json')
  const text = await readFile(path, 'utf8')
  if (!text.includes(before)) throw new Error(`the template has no ${before}`)
  await writeFile(path, text.replaceAll(before, after))
  const listed = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trim().split('\n')
  const names = listed.map((line) => line.split(/\s+/)[1] ?? '')
  const lines = names.map(async (name) => `${sumOf(await readFile(join(folder, name)))}  ${name}\n`)
  await writeFile(join(folder, 'SHA256SUMS'), (await Promise.all(lines)).join(''))
}

const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
