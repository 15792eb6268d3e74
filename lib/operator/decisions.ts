/** Commands by which a person decides something: each takes `by`, who that says to be, and each is a line of the log. */
export const decisions: ReadonlySet<string> = new Set([
  ...['event.replay', 'event.release', 'event.discard', 'event.link', 'event.correct', 'event.reveal'],
  ...['return.create', 'comment.add', 'order.create', 'image.publish', 'record.forget', 'finding.accept'],
  'person.forget',
  ...['bridge.pause', 'bridge.resume', 'login.reset'],
])
