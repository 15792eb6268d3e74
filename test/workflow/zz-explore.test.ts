import { it } from 'vitest'
import { createFleet, fullestMinute } from './fleet.ts'

it('explores', async () => {
  const n = Number(process.env.N ?? 100),
    workers = Number(process.env.W ?? 4)
  const lat = JSON.parse(process.env.LAT ?? '[40,250]')
  const t0 = Date.now()
  const fleet = await createFleet({
    limits: { readsPerMinute: 80, writesPerMinute: Number(process.env.WPM ?? 40) },
    workers,
    latencyMs: lat,
    hints: process.env.HINTS !== '0',
  })
  const ids: string[] = []
  for (let i = 0; i < n; i++) ids.push(await fleet.accept(`e${i}`))
  const prepared = Date.now()
  const ms = await fleet.run(6 * 3_600_000, ids)
  const writes = fleet.sent.filter((s) => s.kind === 'write' && s.status < 300)
  const first = writes[0]?.at ?? 0,
    last = writes.at(-1)?.at ?? 0
  console.log({
    n,
    ms: ms / 1000,
    real: Date.now() - prepared,
    prep: prepared - t0,
    calls: fleet.sent.length,
    writes: writes.length,
    reads: fleet.sent.filter((s) => s.kind === 'read').length,
    r429: fleet.sent.filter((s) => s.status === 429).length,
    used: writes.length / (((last - first) / 60000) * 40),
    usedFromStart: writes.length / ((ms / 60000) * 40),
    fullest: [fullestMinute(fleet.sent, 'write'), fullestMinute(fleet.sent, 'read')],
    opsPerEvent: fleet.operations() / n,
    errors: fleet.errors.slice(0, 3),
    logins: fleet.sent.filter((s) => s.path.includes('login')).length,
  })
}, 600_000)
