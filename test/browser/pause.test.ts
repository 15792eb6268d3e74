import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { waitForStatus } from '../local/running-stack.ts'
import { deliver } from './deliver.ts'
import { describeInBrowser } from './describe-in-browser.ts'

/** A second of the schedule is half a minute. */
const quick = { LOCAL_TIME_SCALE: '30' }
const texts = ['one', 'two', 'three', 'four']

async function commentsOf(sandboxUrl: string | undefined): Promise<string[]> {
  const { comments } = (await (await fetch(`${sandboxUrl}/sandbox/state`)).json()) as { comments: { text: string }[] }
  return comments.flatMap(({ text }) => /Said while paused: (\w+)/.exec(text)?.[1] ?? [])
}

describeInBrowser(
  'a source',
  (visit) => {
    it('is paused and resumed, and nothing is lost or written twice', async () => {
      const { stack, person } = visit()
      const page = await person({ javaScriptEnabled: false })
      await page.goto('/console')
      await page.getByRole('link', { name: 'Pause', exact: true }).click()
      await page.getByLabel('Source', { exact: true }).selectOption('standard')
      await page.getByLabel('Reason, which everybody sees').fill('stock-taking')
      await page.getByRole('button', { name: 'Pause', exact: true }).click()
      await page.getByText('It is paused. What comes in is stored.').waitFor()
      expect(await page.getByRole('main').innerText()).toMatch(
        /The source Your own program is paused[\s\S]*stock-taking/,
      )

      // Workers look at the pauses every five seconds.
      await sleep(5_500)
      const ids = await Promise.all(
        texts.map((text) =>
          deliver(stack.url, {
            id: text,
            type: 'comment.submitted',
            data: { order: { externalNumber: '6203001001' }, text: `Said while paused: ${text}` },
          }),
        ),
      )
      // Long enough for the schedule to have tried them many times.
      await sleep(2_000)
      expect(await commentsOf(stack.sandboxUrl)).toEqual([])
      await page.goto(`/console/event?id=${encodeURIComponent(ids[0] ?? '')}`)
      expect(await page.getByRole('main').innerText()).toContain('paused')

      await page.goto('/console')
      await page.getByRole('button', { name: 'Resume Your own program' }).click()
      await page.getByText('It goes on.').waitFor()
      expect(await page.getByRole('main').innerText()).not.toContain('The source Your own program is paused')
      for (const id of ids) await waitForStatus(stack.url, id, 'done')
      expect((await commentsOf(stack.sandboxUrl)).sort()).toEqual([...texts].sort())
    }, 60_000)
  },
  quick,
)
