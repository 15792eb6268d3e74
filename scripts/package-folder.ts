/** The package folder of a bundled file, such as `node_modules/@middy/core`; undefined for a file of the project. */
export const packageFolder = (source: string): string | undefined =>
  /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(source)?.[0]
