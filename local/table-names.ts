/**
 * The tables of `npm start`. The number rises when a version cannot read the items of the version before. The older
 * tables stay as they are.
 */
export const tableNames = { events: 'events-2', state: 'state-2' } as const

/** The tables of older versions. */
export const olderTables: readonly string[] = ['events', 'state']
