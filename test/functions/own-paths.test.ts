import { describe, expect, it, onTestFinished } from 'vitest'
import { defineConfig } from '../../lib/config/config.ts'
import { operate } from '../../lib/operator/operate.ts'
import { wire } from '../../lib/wire.ts'
import { otherPaths } from '../back-office/other-paths.ts'
import { deploy } from './deploy.ts'

describe('the paths of bridge.config.ts', () => {
  it('are those that a function asks', async () => {
    const deployed = await deploy()
    onTestFinished(async () => await deployed.end())
    const { operator } = wire(defineConfig({ sources: {}, backOffice: { routes: otherPaths } }))
    const asked = await operate({ ...operator(), deadlineMs: Date.now() + 60_000 }, { command: 'doctor' })
    const { checks } = ('result' in asked ? asked.result : {}) as { checks: { check: string; says: string }[] }
    for (const name of ['orders', 'ordersByNumber', 'contacts', 'user'] as const) {
      const says = checks.find(({ check }) => check === `backOffice.routes.${name}`)?.says
      expect(says).toContain(`[GET] ${otherPaths[name]} was`)
    }
    expect(Object.keys(deployed.calls())).toEqual(['POST /rest/login'])
  })
})
