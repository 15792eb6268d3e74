import { parseArgs } from 'node:util'
import { runSchedule } from './schedule.ts'
const { values } = parseArgs({ options: { seeds: { type: 'string', default: '100' }, from: { type: 'string', default: '1' }, seed: { type: 'string' } } })
if (values.seed) { const r = await runSchedule(Number(values.seed), { tell: (l) => console.log(l) }); console.log(r) }
else {
  const t = performance.now(); let steps = 0; const endings = new Map<string, number>(); let bad = 0; const faults = new Map<string, number>()
  for (let s = Number(values.from); s < Number(values.from) + Number(values.seeds); s++) {
    const r = await runSchedule(s); steps += r.steps
    for (const [k, n] of r.endings) endings.set(k, (endings.get(k) ?? 0) + n)
    for (const [k, n] of r.faults) faults.set(k, (faults.get(k) ?? 0) + n)
    if (r.violations.length) { bad++; console.log(s, r.violations) }
  }
  console.log(endings, faults, { steps, bad, ms: performance.now() - t })
}
