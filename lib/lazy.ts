/** Builds a value when it is first needed, and once. */
export function lazy<T>(build: () => T): () => T {
  let built: { value: T } | undefined
  return () => {
    built ??= { value: build() }
    return built.value
  }
}
