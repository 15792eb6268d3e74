import type { Config } from '../lib/config/config.ts'
import { sourceOfKind } from '../lib/sources/registry.ts'

/** The path of each source's webhook. `<token>` stands for the source's secret where the address is the proof. */
export const webhookPaths = ({ sources }: Config): { source: string; path: string }[] =>
  Object.entries(sources).flatMap(([source, { kind }]) => {
    const found = sourceOfKind(kind)
    return found ? [{ source, path: `/${found.family}/${source}${found.tokenInPath ? '/<token>' : ''}` }] : []
  })
