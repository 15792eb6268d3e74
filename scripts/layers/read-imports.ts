import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import { isCallExpression, isNoSubstitutionTemplateLiteral, isStringLiteral } from 'typescript/unstable/ast/is'
import { API } from 'typescript/unstable/sync'

/** `to` is a path of the project, a package as it is written, or undefined if the path is computed at run time. `isType`: nothing is loaded. */
export type Import = { from: string; line: number; to: string | undefined; isFile: boolean; isType: boolean }
export type Imports = { files: string[]; imports: Import[] }

/** Only parses: checks no types and follows no imports. Reads JavaScript too. */
const options = { noLib: true, noResolve: true, allowJs: true, types: [], module: 'nodenext' }
const project = { compilerOptions: options, include: ['**/*'], exclude: ['**/node_modules', 'coverage'] }

/**
 * Every import of every source file under `root`, in TypeScript and JavaScript: `import`, `import type`, `export from`,
 * `import()` of values and of types, and `require`. Folders whose name begins with a dot are left out. TypeScript calls
 * this interface unstable: the version is pinned, and the tests of the layers notice a change.
 */
export function readImports(root: string): Imports {
  const config = join(root, 'layers.tsconfig.json')
  const api = new API({
    cwd: root,
    fs: {
      fileExists: (path) => (path === config ? true : undefined),
      readFile: (path) => (path === config ? JSON.stringify(project) : undefined),
    },
  })
  try {
    const program = api.updateSnapshot({ openProjects: [config] }).getProject(config)?.program
    if (!program) throw new Error(`The TypeScript parser cannot open ${root}: check that it holds source files.`)
    const sources = program.getSourceFileNames().flatMap((name) => program.getSourceFile(name) ?? [])
    const files = sources.map(({ fileName }) => within(root, fileName)).sort()
    return { files, imports: sources.flatMap((source) => importsOf(source, root)) }
  } finally {
    api.close()
  }
}

function importsOf(source: SourceFile, root: string): Import[] {
  const { fileName, text } = source
  const calls = /\bimport\s*\(|\brequire\b/.test(text) ? argumentsOfCalls(source) : []
  return [...new Set([...source.imports, ...calls])].map((node) => {
    const specifier = isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) ? node.text : undefined
    const isFile = specifier !== undefined && /^[./]/.test(specifier)
    const to = isFile ? within(root, resolve(dirname(fileName), specifier)) : specifier
    const line = text.slice(0, node.end).split('\n').length
    const isType = /^(?:import|export) type\b/.test(node.parent.getText(source))
    return { from: within(root, fileName), line, to, isFile, isType }
  })
}

/** The first arguments of `import()`, `require()` and `require.resolve()`. */
function argumentsOfCalls(source: SourceFile): Node[] {
  const found: Node[] = []
  const visit = (node: Node): void => {
    if (isCallExpression(node)) {
      const [called] = node.expression.getText(source).split('.')
      const [argument] = node.arguments
      if (argument && (called === 'import' || called === 'require')) found.push(argument)
    }
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

const within = (root: string, path: string): string => relative(root, path).replaceAll(sep, '/')
