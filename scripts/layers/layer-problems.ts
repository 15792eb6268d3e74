import { dirname } from 'node:path'
import { chosen, guardedPackages, type Layer, layers, light } from './layers.ts'
import type { Import, Imports } from './read-imports.ts'

const table = 'scripts/layers/layers.ts'

/** One sentence for each file without a layer and for each import that its layer forbids. */
export function layerProblems({ files, imports }: Imports): string[] {
  const homeless = files.filter((file) => layerOf(file) === undefined)
  return [
    ...homeless.map((file) => `${file} has no layer: add ${dirname(file)} with its imports to ${table}.`),
    ...imports.flatMap(importProblems),
    ...light.flatMap((one) => weightProblems(imports, one)),
  ]
}

/** What makes a light file heavy, with the files that lead to it. */
function weightProblems(
  imports: readonly Import[],
  { file: start, build, never, instead }: (typeof light)[number],
): string[] {
  const loaded = new Map([[start, start]])
  const problems: string[] = []
  for (const [file, path] of loaded) {
    for (const { line, to, isFile } of imports.filter(({ from, isType }) => from === file && !isType)) {
      if (to === undefined) continue
      const next = isFile ? to : chosen[to]?.[build].replace('./', '')
      if (next !== undefined && !loaded.has(next)) loaded.set(next, `${path} > ${next}`)
      if (next === undefined && never.some((one) => fitsPackage(to, one)))
        problems.push(`${file}:${line} imports ${to}: ${instead} It is loaded by ${path} (${table}).`)
    }
  }
  return problems
}

/** The longest key that matches the file. */
export function layerOf(file: string): string | undefined {
  const fits = Object.keys(layers).filter((key) =>
    key.endsWith('/*') ? dirname(file) === key.slice(0, -2) : isWithin(file, key),
  )
  return fits.sort((a, b) => b.length - a.length)[0]
}

function importProblems({ from, line, to, isFile }: Import): string[] {
  const name = layerOf(from)
  const layer = name === undefined ? undefined : layers[name]
  if (!layer) return []
  const at = `${from}:${line} imports`
  if (to === undefined)
    return layer.computed ? [] : [`${at} a computed path: write the path as a text, so that it can be checked.`]
  if (isFile)
    return mayImportFile(layer, to)
      ? []
      : [`${at} ${to}: ${layer.instead} ${name} may import ${listed(layer.imports)} (${table}).`]
  if (mayImportPackage(layer, to)) return []
  const guarded = guardedPackages.find(({ packages }) => packages.some((one) => fitsPackage(to, one)))
  const otherwise = `${name} may import ${listed(layer.packages)}: use these, or move the code to a layer that has the package (${table}).`
  return [`${at} ${to}: ${guarded?.instead ?? otherwise}`]
}

const mayImportFile = ({ imports }: Layer, file: string): boolean =>
  imports === 'anything' || imports.some((one) => isWithin(file, one))

const mayImportPackage = ({ packages }: Layer, name: string): boolean =>
  packages === 'anything' || packages.some((one) => fitsPackage(name, one))

const isWithin = (path: string, other: string): boolean => path === other || path.startsWith(`${other}/`)

const fitsPackage = (name: string, pattern: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : isWithin(name, pattern)

const listed = (names: Layer['imports']): string =>
  names === 'anything' ? names : names.length === 0 ? 'no other' : names.join(', ')
