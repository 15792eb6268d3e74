import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

type Report = { testResults: FileResult[] }
type FileResult = { name: string; status: string; message: string; assertionResults: TestResult[] }
type TestResult = { status: string; fullName: string; failureMessages?: string[] }

/**
 * A line for each failed test in a report of vitest's JSON reporter: file, title, the first line of the error. A file that could not be
 * loaded is one line too. No report, no lines: the run's own output says why.
 */
export function failedTests(path: string, root: string): string[] {
  return readReport(path).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : []
    return failed.map(({ fullName, failureMessages = [] }) => `${file} > ${fullName}: ${firstLine(failureMessages[0])}`)
  })
}

const firstLine = (text = '') => text.split('\n', 1)[0]

function readReport(path: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return { testResults: [] }
  }
}
