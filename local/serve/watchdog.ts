import { Worker } from 'node:worker_threads'

const beatMs = 1_000
const stillForMs = 60_000

/**
 * Ends the whole process when its loop stands still, as with a `translate` that never returns: only another thread can. Whoever starts it
 * again finds the claim of that run, which counts as broken off.
 */
export function startWatchdog(mostMs = stillForMs): { stop: () => Promise<number> } {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  const checks = Math.ceil(mostMs / beatMs)
  const timer = setInterval(() => Atomics.add(beats, 0, 1), beatMs / 2)
  timer.unref()
  const worker = new Worker(watch, { eval: true, workerData: { beats, beatMs, checks }, stdout: false })
  worker.unref()
  return {
    async stop() {
      clearInterval(timer)
      return await worker.terminate()
    },
  }
}

/** It counts its own checks, not the time: a machine that slept stood still as a whole. */
const watch = `
const { workerData: { beats, beatMs, checks } } = require('node:worker_threads')
let last = 0
let still = 0
setInterval(() => {
  const beat = Atomics.load(beats, 0)
  still = beat === last ? still + 1 : 0
  last = beat
  if (still < checks) return
  require('node:fs').writeSync(2, 'The bridge stood still for ' + Math.round((checks * beatMs) / 1000) + ' seconds and ends itself.\\n')
  process.kill(process.pid, 'SIGKILL')
}, beatMs)
`
