/** The page that moves many events. */
export const bulk = {
  title: 'Many events at once',
  explain:
    'Choose what fits, look at the list, and only then let it begin. Exactly the events of the list are moved, each only if nobody has moved it meanwhile.',
  action: 'What to do',
  actions: { replay: 'Replay', release: 'Release', discard: 'Discard' },
  limit: 'At most',
  name: 'Name of this run, kept in each history',
  note: 'Note, kept in each history',
  preview: 'Show what would be moved',
  needsFilter: 'Name at least one filter: all events together are never moved.',
  previewCaption: (count: number) => `${count} ${count === 1 ? 'event' : 'events'} would be moved`,
  nothing: 'No event fits.',
  more: 'More fit than are listed: run it again afterwards.',
  withdrawals: (count: number) =>
    `${count} of them ${count === 1 ? 'is a withdrawal and stays' : 'are withdrawals and stay'}: each is ended by itself, once its customer was answered.`,
  begin: (count: number) => `Begin with ${count} ${count === 1 ? 'event' : 'events'}`,
  expired:
    'This list is not known any more: the console was started anew, or the list is older than an hour. Show it again.',
  runTitle: (name: string) => `Run: ${name}`,
  progress: (moved: number, refused: number, total: number) => `${moved} moved and ${refused} refused, of ${total}`,
  bar: 'Progress',
  running: 'It runs.',
  stopping: 'It stops after the events that it is at.',
  stopped: (left: number) => `Stopped. ${left} ${left === 1 ? 'event was' : 'events were'} not touched.`,
  ended: 'All of them had their turn.',
  failed: (sentence: string, left: number) =>
    `It stopped by itself: ${sentence} ${left} ${left === 1 ? 'event' : 'events'} had no turn, or no answer came for them.`,
  noAnswer: 'no answer came, so some of the last ones may have been moved.',
  goOn: (left: number) => `Go on with the other ${left}`,
  stop: 'Stop',
  refused: 'Not moved',
  why: 'Why',
  event: 'Event',
  runs: 'Runs of this console',
  again: 'Another run',
}
