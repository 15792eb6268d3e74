import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { expect, it, onTestFinished, vi } from 'vitest'
import { sourceKinds } from '../../lib/sources/registry.ts'
import { nowMs, settings } from './deliveries.ts'
import { anySampleOf, kindOf, publicUrl, secretFor, signedSample } from './hooks.ts'

/** Until the test ends, the constant-time comparison finds nothing equal. A source that compares in another way does not notice. */
function denyEquality(): void {
  const spy = vi.spyOn(crypto, 'timingSafeEqual').mockReturnValue(false)
  syncBuiltinESMExports()
  onTestFinished(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
}

it.each(sourceKinds)('compares a proof only in constant time: %s', (kind) => {
  const delivery = signedSample(kind, anySampleOf(kind))
  const verify = () => kindOf(kind).verify(delivery, [secretFor(kind)], settings({ publicUrl }), nowMs)
  expect(verify()).toEqual({ ok: true })
  denyEquality()
  expect(verify()).toMatchObject({ ok: false })
})
