type Addresses = {
  /** The bridge's own. */
  url: string
  /** Absent where another back office takes the sandbox's place. */
  sandboxUrl: string | undefined
}

/** What `GET /` of the bridge answers: what runs here and where to go next, as plain text for a terminal. */
export function startPage({ url, sandboxUrl }: Addresses): string {
  return `backoffice-bridge runs here.

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
  Webhooks      ${url}/shops/<source>
                ${url}/forms/<source>
  Operator      POST ${url}/operator (see docs/operator.md)
  Back office   ${sandboxUrl ? `${sandboxUrl}/ (the sandbox, an emulator)` : 'the one that BACKOFFICE_URL names'}

README.md explains the first steps, docs/ everything else.
`
}

const usualPort = '3000'

/** The commands of the project find the bridge by the same PORT. */
export function commandFor(url: string, command: string): string {
  // The usual port of HTTP is no part of an address.
  const port = new URL(url).port || '80'
  return port === usualPort ? command : `PORT=${port} ${command}`
}
