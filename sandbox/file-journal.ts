import {
  appendFileSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import type { Journal } from './journal.ts'

/** A journal in a file, of one process at a time. A killed process loses nothing; a machine without power may lose the last lines. */
export const createFileJournal = (file: string): Journal => {
  let length = 0
  return {
    read: () => readLines(file),
    append: (line) => {
      if (statSync(file).size !== length) throw new Error(`${file} was changed by another process`)
      try {
        appendFileSync(file, `${line}\n`)
      } catch (error) {
        // A full disk takes half a line: the next one must not stand behind it.
        truncateSync(file, length)
        throw error
      }
      length += Buffer.byteLength(line) + 1
    },
    replace: (lines) => {
      length = replaceFile(file, lines.map((line) => `${line}\n`).join(''))
    },
  }
}

/** Without what stands behind the last line's end: a crash cut it short, so its answer never left. */
const readLines = (file: string): string[] | undefined => {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Whole or not at all: a crash while writing leaves the file as it was. Answers the bytes written. */
const replaceFile = (file: string, text: string): number => {
  const next = `${file}.new`
  const descriptor = openSync(next, 'w')
  try {
    writeFileSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(next, file)
  return Buffer.byteLength(text)
}
