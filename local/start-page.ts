type Addresses = {
  /** The bridge's address. */
  url: string
  /** Undefined if another back office is used instead of the sandbox. */
  sandboxUrl: string | undefined
}

/** The answer of the bridge's `GET /`: what runs here and what to do next, as plain text for a terminal. A browser is sent to the
 * console instead. */
export function startPage({ url, sandboxUrl }: Addresses): string {
  return `This is backoffice-bridge.

Try it in the folder of the project:
  ${commandFor(url, 'npm run send -- shopify refund')}
      sends a sample delivery
  ${commandFor(url, 'npx backoffice-bridge event.list')}
      lists the events, the newest first
  ${commandFor(url, 'npx backoffice-bridge why --id <id of an event>')}
      says what happened to an event and what comes next
  ${commandFor(url, 'npx backoffice-bridge help')}
      lists all commands

Addresses:
  Console       ${url}/console
  Webhooks      ${url}/shops/<source>
                ${url}/forms/<source>
  Operator      POST ${url}/operator (see docs/operator.md)
  Back office   ${sandboxUrl ? `${sandboxUrl}/ (the sandbox, an emulator)` : 'the one that BACKOFFICE_URL names'}

README.md explains the first steps, docs/ everything else.
`
}

const usualPort = '3000'

/** A command with the PORT by which it finds the bridge. */
export function commandFor(url: string, command: string): string {
  // An address does not show the default port of HTTP.
  const port = new URL(url).port || '80'
  return port === usualPort ? command : `PORT=${port} ${command}`
}
