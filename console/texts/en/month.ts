/** What the bridge was worth: the pictures of the last days, and a month's numbers. */
export const days = {
  title: (count: number) => `The last ${count} days`,
  ofSource: (source: string, count: number) => `${source}: the last ${count} days`,
  came: 'delivered',
  done: 'done',
  asked: 'needed a person',
  day: 'Day',
  today: 'today',
  asTable: 'As a table',
  atLeast: 'Today has more than were counted.',
  more: 'The month in numbers',
}

export const month = {
  title: (name: string) => `${name} in numbers`,
  caption: 'What came in this month, by source',
  source: 'Source',
  columns: {
    reported: 'Reported',
    returns: 'Returns made',
    linked: 'Linked: labels saved',
    held: 'Needed a person',
    late: 'Done late',
  },
  all: 'All',
  worth: (linked: number, returns: number) =>
    `${returns} ${returns === 1 ? 'return was' : 'returns were'} made. ${linked} ${linked === 1 ? 'report' : 'reports'} belonged to a return that was there, so no second label was bought for ${linked === 1 ? 'it' : 'them'}.`,
  nothing: 'Nothing came in this month.',
  atLeast: 'There is more than was counted: what came last is counted up to 1,000 until the nightly audit has run.',
  hint: 'By the day on which it came, in UTC. “Done late”: more than a day after it came. Numbers are kept for 400 days.',
}

/** Trouble in groups, on the overview. */
export const groups = {
  title: 'The same trouble, several times',
  since: 'since',
  newest: 'newest',
  all: (count: string) => `All ${count} at once…`,
  each: (count: string) => `See all ${count}, one by one`,
  waits: 'What waits, and for what',
  looked: (count: number) => `Of the ${count} that were looked at; more wait.`,
}

/** How the events of a run over many ended. */
export const ends = {
  title: 'How they ended',
  open: 'How they stand; some are still at work',
  caption: (shown: number, all: number) =>
    shown < all ? `${shown} of ${all} events, those that need a person first` : 'The events',
}
