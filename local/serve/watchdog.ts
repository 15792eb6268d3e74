import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

const beatMs = 1_000
const stillForMs = 60_000

/** What it leaves in the data directory for the next start. */
export const stoodStillIn = (dataDir: string): string => join(dataDir, 'stood-still')

/** Ends the whole process when its loop stands still, as with a `translate` that never returns: only another thread can. */
export function startWatchdog(dataDir: string, mostMs = stillForMs): void {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  const checks = Math.ceil(mostMs / beatMs)
  const timer = setInterval(() => Atomics.add(beats, 0, 1), beatMs / 2)
  timer.unref()
  const worker = new Worker(watch, { eval: true, workerData: { beats, beatMs, checks, mark: stoodStillIn(dataDir) } })
  worker.unref()
}

/** It counts its own checks, not the time: a machine that slept stood still as a whole. */
const watch = `
const { workerData: { beats, beatMs, checks, mark } } = require('node:worker_threads')
const { writeFileSync, writeSync } = require('node:fs')
let last = 0
let still = 0
setInterval(() => {
  const beat = Atomics.load(beats, 0)
  still = beat === last ? still + 1 : 0
  last = beat
  if (still < checks) return
  writeSync(2, 'The bridge stood still for ' + Math.round((checks * beatMs) / 1000) + ' seconds and ends itself.\\n')
  try {
    writeFileSync(mark, '', { mode: 0o600 })
  } catch ({ code }) {
    // It ends all the same: a bridge that stands still does nothing at all.
    writeSync(2, 'The next start will not know of it (' + code + '): what it stood still for is tried as if nothing had been.\\n')
  }
  process.kill(process.pid, 'SIGKILL')
}, beatMs)
`
