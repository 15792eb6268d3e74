import { readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'
import { edited } from '../simulation/breaks/edit.ts'
import type { Mutant } from './mutant.ts'

const root = new URL('../../', import.meta.url)

/** Throws where the sources do not hold exactly once what a mutant replaces, or where they cannot be parsed with it. */
export function mustFit({ name, edits }: Mutant): void {
  try {
    for (const [file, own] of Map.groupBy(edits, ({ file }) => file)) {
      const source = readFileSync(new URL(file, root), 'utf8')
      const changed = own.reduce(edited, source)
      if (changed === source) throw new Error(`${file} is the same with it`)
      transformSync(changed, { loader: 'ts', logLevel: 'silent' })
    }
  } catch (error) {
    throw new Error(`The mutant "${name}" does not fit: ${(error as Error).message}`)
  }
}
