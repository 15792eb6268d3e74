/** The overview, and the pages for the bridge as a whole. */
export const overview = {
  title: 'Overview',
  needsYou: 'What needs you',
  needsYouCaption: 'Held and failed events: withdrawals first',
  nothing: 'Nothing. No event is held, and none has failed.',
  more: (shown: number) => `These are ${shown}; there are more.`,
  allHeld: 'All held events',
  allFailed: 'All failed events',
  state: 'How the bridge is doing',
  atLeast: (count: number) => `${count}+`,
  counts: { open: 'open', waiting: 'of them waiting', held: 'held', failed: 'failed' },
  oldest: 'Due for the longest time:',
  oldestCut: 'Events are due; the oldest was not found among the first ones.',
  noneDue: 'Nothing is due.',
  backlog: (events: number, isMore: boolean) =>
    `${isMore ? 'At least ' : ''}${events} ${events === 1 ? 'event is' : 'events are'} due or queued.`,
  doneAbout: 'They will be done about',
  notDone: {
    paused: 'Those that are paused go on when their pause ends.',
    login: 'They go on once the login is open again.',
    unknown: 'Nobody can say yet when they will be done.',
  },
  pace: {
    caption: 'Calls to the back office',
    budget: 'Budget',
    limit: 'Limit',
    used: 'Used by the bridge',
    others: 'Used by others',
    endsAt: 'Starts anew',
    noLimit: 'none known',
    unknown: 'not known',
    usedUp: 'used up',
    budgets: {
      reads: 'Reads in this minute',
      writes: 'Writes in this minute',
      readsPerDay: 'Reads of the day',
      writesPerDay: 'Writes of the day',
    },
  },
  newest: 'Newest events',
  noEvents: 'No delivery has come yet. The page of the senders says how to send a sample.',
  all: 'All events',
  reload: 'Reload',
  doctor: 'Check the bridge',
  audit: 'The daily check',
  pause: 'Pause',
}

export const pause = {
  title: 'Pause and resume',
  now: 'Paused',
  allWrites: 'All writes are paused',
  source: (source: string) => `The source ${source} is paused`,
  since: 'Since',
  resume: (source: string) => `Resume ${source}`,
  resumeAll: 'Resume all writes',
  explain:
    'While a source is paused, nothing of it is written to the back office. What comes in is still accepted and stored, and goes on once you resume.',
  sourceLabel: 'Source',
  choose: 'Choose one…',
  byHand: 'What people do by hand',
  noSource: 'Choose a source. Nothing was done.',
  ofSource: 'One source',
  ofAll: 'All writes',
  explainAll: 'Then nothing at all is written to the back office, whoever sent it, until somebody resumes it.',
  reasonOfAll: 'Reason to pause all, which everybody sees',
  known: 'Yes, pause every source and everything that people do by hand.',
  notKnown: 'Confirm first that all writes are meant. Nothing was done.',
  buttonAll: 'Pause all writes',
  reason: 'Reason, which everybody sees',
  button: 'Pause',
  paused: 'It is paused. What comes in is stored.',
  resumed: 'It goes on.',
  heldBack: (events: number, isCut: boolean) =>
    `it holds back ${isCut ? 'at least ' : ''}${events} open ${events === 1 ? 'event' : 'events'}`,
}

export const login = {
  title: 'Login to the back office',
  toReset: 'Reset the login',
  reset: 'Reset the login',
  explain:
    'This allows one more login. If the secret still has a wrong password, the back office counts that against the API user and may lock it.',
  known: 'The secret of the back office is correct now, and its user is not locked.',
  notKnown: 'Confirm first that the secret is correct. Nothing was done.',
  done: (released: number, more: boolean) =>
    `One more login is allowed.${released === 0 ? '' : ` ${released} waiting ${released === 1 ? 'event is' : 'events are'} due now${more ? '; others follow within minutes' : ''}.`}`,
}

export const doctor = {
  title: 'Checks',
  explain: 'The checks read from the back office, and log in at most once.',
  run: 'Run the checks',
  healthy: 'The bridge is healthy.',
  notHealthy: 'The bridge has a problem.',
  check: 'Check',
  state: 'State',
  says: 'What it says',
  states: { ok: 'ok', warning: 'warning', problem: 'problem', 'not checked here': 'not checked here' } as Readonly<
    Record<string, string>
  >,
}
