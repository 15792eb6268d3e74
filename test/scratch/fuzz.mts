import { readFileSync } from 'node:fs'
import { sourceOfKind } from '../../lib/sources/registry.ts'
import { samples } from '../../local/samples/index.ts'
const url = process.argv[2]
const secrets = JSON.parse(readFileSync('local/secrets.json','utf8')).sources
const deep = (n: number) => { let s = '1'; for (let i=0;i<n;i++) s = `[${s}]`; return s }
const odd = ['null','"7"','0','-1','1e400','[]','{}','"\\ud83d"','"__proto__"','9007199254740993','{"__proto__":{"a":1},"constructor":1}', deep(50), '""', 'true', JSON.stringify('x'.repeat(3000)), JSON.stringify('Ünï ✓ \u0000 \u202e\n[bridge:ABCDEFGHIJKL] #1/2'), '[null,null]', '"1,000"']
function* paths(v: any, p: (string|number)[] = []): Generator<(string|number)[]> { if (p.length) yield p; if (v && typeof v === 'object') for (const k of Object.keys(v)) yield* paths(v[k], [...p, Array.isArray(v) ? Number(k) : k]) }
const MARK = '"@@ODD@@"'
function mutate(v: any, path: (string|number)[], raw: string) { const c = structuredClone(v); let o = c; for (const k of path.slice(0,-1)) o = o[k]; o[path.at(-1)!] = '@@ODD@@'; return JSON.stringify(c).replace(MARK, () => raw) }
let n = 0; const bad: string[] = []; const statuses: Record<string, number> = {}
const send = async (source: string, sample: any, given: Buffer) => {
  const body = Buffer.from(given.toString().replace(/("(?:event_id|token|eventId|submissionId|responseId|hash)"\s*:\s*")([^"]{3,})"/g, (_, a, b) => `${a}${b.replace(/.{1,5}$/, '')}${String(n).padStart(5,'0')}"`))
  const kind: any = sourceOfKind(source)
  n++
  const signed = kind.sign({ method:'POST', path:`/${kind.family}/${source}`, body, contentType: sample.contentType, id: `f${n}`, ...(sample.topic ? {topic: sample.topic}:{}), nowMs: Date.now(), publicUrl: 'http://127.0.0.1:3000' }, secrets[source][0])
  const t = Date.now()
  const r = await fetch(url + signed.path, { method:'POST', headers: signed.headers, body })
  const text = await r.text(); statuses[`${source} ${r.status} ${JSON.parse(text).status ?? JSON.parse(text).error?.code}`] = (statuses[`${source} ${r.status} ${JSON.parse(text).status ?? JSON.parse(text).error?.code}`] ?? 0) + 1
  if (r.status >= 500 || Date.now() - t > 4000) bad.push(`${source} ${r.status} ${Date.now()-t}ms ${body.toString().slice(0,300)}`)
}
let seed = Number(process.argv[3] ?? 1); const rnd = (k: number) => { seed = (seed * 1103515245 + 12345) & 0x7fffffff; return seed % k }
const jobs: (() => Promise<void>)[] = []
for (const [source, list] of Object.entries(samples)) for (const sample of Object.values(list)) {
  const raw = readFileSync(`local/samples/${sample.file}`)
  let parsed: any; try { parsed = JSON.parse(raw.toString()) } catch { jobs.push(() => send(source, sample, raw)); continue }
  for (const p of paths(parsed)) for (let i=0;i<2;i++) { const o = odd[rnd(odd.length)]; const body = Buffer.from(mutate(parsed, p, o)); jobs.push(() => send(source, sample, body)) }
  for (const p of paths(parsed)) if (rnd(3) === 0) { const c = structuredClone(parsed); let o = c; for (const k of p.slice(0,-1)) o = o[k]; if (Array.isArray(o)) o.push(...Array.from({length: 300}, () => structuredClone(o[p.at(-1)!]))); else delete o[p.at(-1)!]; jobs.push(() => send(source, sample, Buffer.from(JSON.stringify(c)))) }
}
for (let i = jobs.length - 1; i > 0; i--) { const j = rnd(i+1); [jobs[i], jobs[j]] = [jobs[j]!, jobs[i]!] }
let at = 0; await Promise.all(Array.from({length: 6}, async () => { while (at < jobs.length) await jobs[at++]!() }))
console.log(n, statuses); console.log('BAD', bad.length, bad.slice(0,10))
