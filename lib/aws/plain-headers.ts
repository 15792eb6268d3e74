/** The part of `Headers` that aws4fetch uses. Packaging puts it in place of Node's own, which loads all of `fetch`. */
export class PlainHeaders {
  readonly #values = new Map<string, string>()

  constructor(given: Readonly<Record<string, string>> = {}) {
    for (const [name, value] of Object.entries(given)) this.set(name, value)
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase())
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), value.trim())
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase())
  }

  keys(): string[] {
    return [...this.#values.keys()].sort()
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.keys()
      .map((name): [string, string] => [name, this.get(name) ?? ''])
      [Symbol.iterator]()
  }
}
