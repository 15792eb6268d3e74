/** What the last action led to; the next page shows it once. */
export type Flash = { kind: 'done' | 'problem'; text: string }

export type Flashes = ReturnType<typeof createFlashes>

const most = 200

/** In memory and shown once, so no address and no history of a browser holds its words. */
export function createFlashes(newId: () => string) {
  const kept = new Map<string, Flash>()
  return {
    /** Gives the id under which the next page asks for it. */
    keep(flash: Flash): string {
      const [oldest] = kept.keys()
      if (kept.size >= most && oldest !== undefined) kept.delete(oldest)
      const id = newId()
      kept.set(id, flash)
      return id
    },
    take(id: string): Flash | undefined {
      const flash = kept.get(id)
      kept.delete(id)
      return flash
    },
  }
}
