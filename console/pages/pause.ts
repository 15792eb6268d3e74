import { Hono } from 'hono'
import type { ConsoleEnv } from '../console-env.ts'
import { field } from '../html/field.ts'
import { postForm } from '../html/form.ts'
import { html } from '../html/html.ts'
import { leave } from '../http/leave.ts'
import { showPage } from '../layout.ts'
import { Refused } from '../refused.ts'
import { resultOf } from '../result-of.ts'
import type { Paused, Stats } from '../stats-shape.ts'
import { pausedPart } from './paused-part.ts'

/** Pauses a source or all writes with a reason, and resumes them. */
export const pausePage = new Hono<ConsoleEnv>()
  .get('/', async (c) => {
    const { pause: words } = c.var.texts
    const { paused = [] } = await resultOf<Stats>(c.var.ask, 'stats')
    const source = c.req.query('source') ?? ''
    return showPage(c, {
      title: words.title,
      nav: 'overview',
      main: html`${pausedPart(c, paused)}
<section class="card"><p>${words.explain}</p>${postForm(c, {
        action: '/console/pause',
        hidden: { do: 'pause' },
        body: html`<div class="fields">${field({ label: words.sourceLabel, name: 'source', value: source, max: 63, hint: words.sourceHint })}${field({ label: words.reason, name: 'reason', isRequired: true })}</div><p><button class="risky">${words.button}</button></p>`,
      })}</section>`,
    })
  })
  .post('/', async (c) => {
    const { form, texts } = c.var
    const [source, reason] = [form.get('source')?.trim() ?? '', form.get('reason')?.trim() ?? '']
    const isResume = form.get('do') === 'resume'
    const given = { ...(source !== '' && { source }), ...(reason !== '' && { reason }) }
    try {
      await resultOf<{ paused: Paused[] }>(c.var.ask, isResume ? 'bridge.resume' : 'bridge.pause', given)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return leave(c, '/console/pause', { kind: 'problem', text: error.message })
    }
    return leave(c, '/console', { kind: 'done', text: isResume ? texts.pause.resumed : texts.pause.paused })
  })
