/** Folder of the package that a bundled file belongs to, such as `node_modules/@middy/core`; undefined for a file of the project. */
export const packageFolder = (source: string): string | undefined =>
  /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(source)?.[0]
