import { expect, it } from 'vitest'
import { commandFor } from '../../local/start-page.ts'

it.each([
  ['http://127.0.0.1:3000', 'npm test'],
  ['http://127.0.0.1:3100', 'PORT=3100 npm test'],
  // An address does not show the default port of HTTP.
  ['http://127.0.0.1', 'PORT=80 npm test'],
])('a command for the bridge at %s is "%s"', (url, command) => {
  expect(commandFor(url, 'npm test')).toBe(command)
})
