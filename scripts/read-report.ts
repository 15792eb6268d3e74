import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

type Report = { numPassedTests: number; numPendingTests: number; testResults: FileResult[] }
type FileResult = { name: string; status: string; message: string; assertionResults: TestResult[] }
type TestResult = { status: string; fullName: string; failureMessages?: string[] }

/**
 * What a report of vitest's JSON reporter says: how many tests passed or were skipped, and a line for each that failed (file, title, the first line of the
 * error). A file that could not be loaded is one line too. No report, no lines: the run's own output says why.
 */
export function testsOf(path: string, root: string): { passed: number; skipped: number; failed: string[] } {
  const { numPassedTests, numPendingTests, testResults } = readReport(path)
  const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const tests = assertionResults.filter((test) => test.status === 'failed')
    if (tests.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : []
    return tests.map(({ fullName, failureMessages = [] }) => `${file} > ${fullName}: ${firstLine(failureMessages[0])}`)
  })
  return { passed: numPassedTests, skipped: numPendingTests, failed }
}

const firstLine = (text = '') => text.split('\n', 1)[0]

function readReport(path: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return { numPassedTests: 0, numPendingTests: 0, testResults: [] }
  }
}
