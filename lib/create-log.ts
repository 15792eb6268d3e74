import { Logger } from '@aws-lambda-powertools/logger'
import { maxFrames } from './log.ts'

/** Structured lines for CloudWatch. Powertools reads the level and the service name from its own variables. */
export function createLog(): Logger {
  // The default is 10.
  Error.stackTraceLimit = maxFrames
  return new Logger()
}
