declare module 'dynalite' {
  import type { Server } from 'node:http'

  /**
   * `path` is the folder of the LevelDB store; without it the tables are in memory. Closing the server closes the
   * store.
   */
  export default function dynalite(options?: {
    path?: string
    createTableMs?: number
    deleteTableMs?: number
    updateTableMs?: number
  }): Server
}

declare module 'dynalite/db/index.js' {
  export type Item = Record<string, unknown>
  export type Index = { IndexName: string; IndexStatus?: string }
  export type Table = { TableName: string; TableStatus: string; GlobalSecondaryIndexes?: Index[] }
  export type Change = { type: 'put'; key: string; value: unknown } | { type: 'del'; key: string }

  /** The server's store. Keys are `table~<table>`, `item-<table>~<key>` and `index-global~<table>~<index>~<key>`. */
  export type Store = {
    db: {
      iterator(range: { gte: string; lt: string }): AsyncIterable<[key: string, value: unknown]>
      /** Applies all changes or none. */
      batch(changes: Change[]): Promise<void>
      close(): Promise<void>
    }
  }

  const store: {
    create(options: { path: string }): Store
    /** The index rows that change with an item; `key` is the row's key within its index. */
    getIndexActions(
      indexes: Index[],
      before: Item | undefined,
      after: Item,
      table: Table,
    ): { puts: { index: string; key: string; item: Item }[] }
  }
  export default store
}
