declare module 'dynalite' {
  import type { Server } from 'node:http'

  /** `path`: folder of the LevelDB store; absent: in memory. Closing the server closes the store. */
  export default function dynalite(options?: {
    path?: string
    createTableMs?: number
    deleteTableMs?: number
    updateTableMs?: number
  }): Server
}
