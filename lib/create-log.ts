import { Logger } from '@aws-lambda-powertools/logger'
import { mostFrames } from './log.ts'

/** Structured lines for CloudWatch; level and service name come from Powertools' own environment variables. */
export function createLog(): Logger {
  // Ten by default.
  Error.stackTraceLimit = mostFrames
  return new Logger()
}
