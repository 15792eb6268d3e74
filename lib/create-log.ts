import { Logger } from '@aws-lambda-powertools/logger'

/** Structured lines for CloudWatch; level and service name come from Powertools' own environment variables. */
export function createLog(): Logger {
  return new Logger()
}
