/**
 * As much of `Headers` as aws4fetch uses. Packaging gives it this one: Node's own brings its whole `fetch` along, which takes as long to
 * load as all else that a webhook needs for its first delivery.
 */
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
