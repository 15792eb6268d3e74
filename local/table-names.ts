/**
 * The tables of `npm start`. The number rises where their items change so that this version cannot read the older ones, which stay where
 * they are.
 */
export const tableNames = { events: 'events-2', state: 'state-2' } as const

/** Of older versions. */
export const olderTables: readonly string[] = ['events', 'state']
