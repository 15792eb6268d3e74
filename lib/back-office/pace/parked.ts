import { RetryLater } from '../../errors.ts'

/** The work waits outside of its run, without an attempt, until `atMs`, epoch ms. */
export const parked = (
  atMs: number,
  why = 'The limits of the back office are used up: the work waits for its slots in the queue',
): RetryLater => new RetryLater(why, { deferral: true, queued: true, atMs })
