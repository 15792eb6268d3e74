/** What a command does, in a sentence, and how it is typed. */
type About = { does: string; examples: readonly string[] }

/** By command of the operator: docs/operator.md has the whole of it. */
export const about: Readonly<Record<string, About>> = {
  'event.list': {
    does: 'Lists events, the newest first: all of them, or those that fit what a customer says.',
    examples: [
      'event.list --status failed',
      'event.list --externalNumber 6203001001',
      'event.list --reason line_unknown',
    ],
  },
  'event.get': { does: 'Shows one event with its commands and its history.', examples: ['event.get shopify/d-1'] },
  'event.plan': {
    does: 'Shows what would be sent for an event now, and sends nothing.',
    examples: ['event.plan shopify/d-1'],
  },
  'event.correct': {
    does: 'Lets a held or failed event name another order or other lines, and go on.',
    examples: [`event.correct shopify/d-1 --lines '[{"sku": "MUG-BLUE", "quantity": 1}]' --note 'Typing mistake'`],
  },
  'event.reveal': {
    does: 'Shows what was delivered, with all that the customer typed; the history keeps who asked and why.',
    examples: [`event.reveal shopify/d-1 --by Kim --note 'The customer has called'`],
  },
  'event.replay': {
    does: 'Starts an event over, or many of them; what was written is never written again.',
    examples: [
      'event.replay shopify/d-1',
      `event.replay --where status=failed,reason=mapping --note 'Mapping is mended'`,
    ],
  },
  'event.release': {
    does: 'Lets a held, failed or waiting event go on, or many of them.',
    examples: ['event.release shopify/d-1', 'event.release --where status=held,reason=deferred_too_long'],
  },
  'event.discard': {
    does: 'Ends an event, or many of them: nothing more is done for it.',
    examples: [`event.discard shopify/d-1 --note 'Returned at the counter'`],
  },
  'event.link': {
    does: 'Says which return a held or failed event belongs to: none is created.',
    examples: ['event.link shopify/d-1 --returnId 700001'],
  },
  why: {
    does: 'Says what happened to an event or an order, what comes next, and what to do.',
    examples: ['why shopify/d-1', 'why 10001'],
  },
  'order.get': { does: 'Shows an order with its lines.', examples: ['order.get 10001'] },
  'order.find': {
    does: 'Finds sales orders by number, e-mail or contact.',
    examples: ['order.find 6203001001'],
  },
  'order.list': {
    does: 'Lists orders by type, status, time or referrer, a page at a time.',
    examples: ['order.list --type 1 --statusFrom 7 --limit 20'],
  },
  'order.create': {
    does: 'Creates a sales order, once for its external number.',
    examples: ['order.create --requestId ticket-1 --body "$(cat order.json)"'],
  },
  'return.create': {
    does: 'Creates a return, or shows with --dryRun what would be sent.',
    examples: [`return.create --order '{"id": 10001}' --lines '[{"sku": "MUG-BLUE", "quantity": 1}]' --dryRun`],
  },
  'return.list': {
    does: 'Lists the returns of an order, or returns by status.',
    examples: ['return.list 10001'],
  },
  'comment.add': {
    does: 'Writes a comment on an order.',
    examples: [`comment.add --orderId 10001 --text 'Called the customer'`],
  },
  'comment.list': {
    does: 'Lists the comments of an order, with their words.',
    examples: ['comment.list 10001'],
  },
  'contact.find': { does: 'Finds contacts by e-mail.', examples: ['contact.find anna.beispiel@example.com'] },
  'image.list': { does: 'Lists the images of an item.', examples: ['image.list 901'] },
  'image.publish': {
    does: 'Makes an image visible.',
    examples: [`image.publish --itemId 901 --imageId 7002 --body '{"type": "mandant", "value": 1}'`],
  },
  'record.forget': {
    does: 'Forgets a return or an order that is gone from the back office, so that it can be made again.',
    examples: [`record.forget --returnId 700001 --orderId 10001 --note 'Deleted by mistake'`],
  },
  'finding.accept': {
    does: 'Leaves a return as it is, although the shop has cancelled what it was made for.',
    examples: [`finding.accept --returnId 700001 --note 'The parcel is on its way'`],
  },
  'bridge.pause': {
    does: 'Pauses a source, or without one all writes.',
    examples: [`bridge.pause --source shopify --reason 'Stocktaking'`],
  },
  'bridge.resume': { does: 'Resumes a source, or all writes.', examples: ['bridge.resume --source shopify'] },
  'login.status': { does: 'Says where the login stands, and sends nothing.', examples: ['login.status'] },
  'login.reset': {
    does: 'Lets the next call log in anew, once, even if the login is closed.',
    examples: ['login.reset'],
  },
  month: {
    does: 'Shows a month in numbers, by source: reported, returns, linked (labels saved), held, late.',
    examples: ['month', 'month --month 2026-10'],
  },
  stats: { does: 'Counts what is open, held and failed, and says until when it will be done.', examples: ['stats'] },
  doctor: { does: 'Checks configuration, secrets, tables, login and paths.', examples: ['doctor', 'doctor --rights'] },
  backup: {
    does: 'Copies the store of serve into a new file, while it runs.',
    examples: ['backup backup.sqlite --data /var/lib/backoffice-bridge'],
  },
  audit: { does: 'Compares inbox and back office, for up to two minutes.', examples: ['audit'] },
  'audit.findings': { does: 'Shows what the last audits have found, without a new one.', examples: ['audit.findings'] },
}

/** The commands that need no operator, or more than one answer of it. */
export const aboutOthers: Readonly<Record<string, About & { usage: string }>> = {
  init: {
    usage:
      '[--source [<name>=]<kind>]... [--backOffice <address>] [--username <name>] [--secrets <file or ->] [--publicUrl <address>] [--announced [<source>=]<status>]... [--received <status>] [--shippedFrom <status>|off] [--returns <source>=approved|refunded|never]... [--orders <source>=<referrer>|any]... [--later backOffice|<source>]... [--replace] [--dryRun]',
    does: 'Asks what the bridge must know, and writes bridge.config.ts and the two secrets.',
    examples: ['init'],
  },
  serve: {
    usage:
      '--data <dir> [--config <file>] [--secrets <dir>] [--host <address>] [--port <port>] [--console-host <address>] [--console-port <port>] [--set-password] [--restore <file>] [--restored]',
    does: 'Runs the bridge for good on this machine.',
    examples: ['serve --data data', 'serve --set-password --data data'],
  },
  samples: { usage: '', does: 'Lists the sources and their sample deliveries.', examples: ['samples'] },
  verify: {
    usage: '<source> --headers <file> --body <file> [--token <token>] [--secrets <file>] [--at <time>]',
    does: 'Says why a captured delivery is accepted or refused, without sending it.',
    examples: ['verify shopify --headers headers.txt --body body.json'],
  },
  events: {
    usage: '[the options of event.list] [--follow] [--json] [--stage <name> [--region <region>]]',
    does: 'Lists events; with --follow it shows what is new or has moved until Ctrl-C.',
    examples: ['events --follow', 'events --status held'],
  },
  completion: {
    usage: 'bash|zsh|fish',
    does: 'Prints what completes commands, options and sources in your shell.',
    examples: ['completion bash > ~/.local/share/bash-completion/completions/backoffice-bridge'],
  },
  console: {
    usage: '[--port <port>] [--stage <name> [--region <region>]]',
    does: 'Serves the console on this machine, for the bridge of npm start or a deployed stage.',
    examples: ['console --stage prod'],
  },
}
