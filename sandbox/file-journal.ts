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

/** A journal in a file, for one process at a time. A killed process loses nothing; a power failure may lose lines. */
export const createFileJournal = (file: string): Journal => {
  let length = 0
  return {
    read: () => readLines(file),
    append: (line) => {
      if (statSync(file).size !== length)
        throw new Error(`${file} was changed by another process. Give each sandbox a --file of its own.`)
      try {
        appendFileSync(file, `${line}\n`)
      } catch (error) {
        // A full disk may keep half a line: remove it, or the next line would be appended to it.
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

/** All whole lines. An unfinished last line is dropped: the process crashed before it answered. */
const readLines = (file: string): string[] | undefined => {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Replaces the file as a whole: a crash while writing leaves it as it was. Returns the number of bytes written. */
const replaceFile = (file: string, text: string): number => {
  const next = `${file}.new`
  const descriptor = openSync(next, 'w', 0o600)
  try {
    writeFileSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(next, file)
  return Buffer.byteLength(text)
}
