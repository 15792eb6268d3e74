import { readFileSync } from 'node:fs'
import { sourceOfKind } from '../../lib/sources/registry.ts'
import { samples } from '../../local/samples/index.ts'
const odd = ['null','"7"','0','[]','{}','7', 'true']
function* paths(v: any, p: (string|number)[] = []): Generator<(string|number)[]> { if (p.length) yield p; if (v && typeof v === 'object') for (const k of Object.keys(v)) yield* paths(v[k], [...p, Array.isArray(v) ? Number(k) : k]) }
function mutate(v: any, path: (string|number)[], raw: string) { const c = structuredClone(v); let o = c; for (const k of path.slice(0,-1)) o = o[k]; o[path.at(-1)!] = JSON.parse(raw); return Buffer.from(JSON.stringify(c)) }
for (const [source, list] of Object.entries(samples)) for (const [name, sample] of Object.entries(list)) {
  const kind: any = sourceOfKind(source)
  const raw = readFileSync(`local/samples/${sample.file}`)
  let parsed: any; try { parsed = JSON.parse(raw.toString()) } catch { continue }
  const fails = new Map<string, string[]>()
  for (const p of paths(parsed)) for (const o of odd) {
    const body = mutate(parsed, p, o)
    const headers = { 'x-shopify-topic': sample.topic ?? '', 'x-wc-webhook-topic': sample.topic ?? '', 'content-type': sample.contentType }
    const t = kind.translate({ id: `${source}/x`, source, headers, body, receivedAt: 0 }, { kind: source, on: kind.topics })
    const r = 'ending' in t ? `${t.ending.reason.code}:${t.ending.reason.problem ?? ''}` : undefined
    if (r && t.ending.status === 'failed') { const k = `${p.join('.')} -> ${r}`; fails.set(k, [...(fails.get(k) ?? []), o]) }
  }
  for (const [k, os] of fails) console.log(source, name, k, os.join(' '))
}
