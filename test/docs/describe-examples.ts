import { beforeAll, describe, expect, it } from 'vitest'
import { blocks, readPage } from './pages.ts'
import type { Shell } from './shell.ts'

/** Each command of a page, and the answer that the page shows below it. */
const examples = ['docs/operator.md', 'docs/cli.md'].map((name) => {
  const page = readPage(name)
  const answers = [...page.matchAll(/^```(text|json)\n([\s\S]*?)^```$/gm)]
  return { name, commands: blocks(page, 'sh'), answers: answers.map(([, kind, text = '']) => ({ kind, text })) }
})

/** Runs the examples of both pages on one bridge, in the order of the pages. `shell` is called once the tests run. */
export function describeExamples(shell: () => Shell): void {
  describe('the examples of docs/operator.md and docs/cli.md', () => {
    const outputs = new Map<string, string[]>()
    const errors = new Map<string, string>()
    beforeAll(async () => {
      for (const { name, commands } of examples) {
        outputs.set(name, await shell().run(commands))
        errors.set(name, shell().errors())
      }
    }, 60_000)

    it.each(examples)('have an answer each: $name', ({ commands, answers }) => {
      expect(commands.length).toBeGreaterThan(7)
      expect(answers).toHaveLength(commands.length)
    })

    const all = examples.flatMap(({ name, commands, answers }) =>
      commands.map((command, at) => ({
        name,
        command: command.trim().split('\n').at(-1),
        at,
        answer: answers[at] ?? { kind: '', text: '' },
      })),
    )
    it.each(all)('show what happens: $name: $command', ({ name, at, answer: { kind, text } }) => {
      const output = outputs.get(name)?.[at] ?? ''
      expect(output.trim(), errors.get(name)).not.toBe('')
      if (kind === 'json') expect(JSON.parse(output)).toMatchObject(JSON.parse(text))
      else expect(output.trim()).toBe(text.trim())
    })

    it('leave nothing that `doctor` would report, but that a return of the sandbox has no customer', () => {
      const { checks } = JSON.parse(outputs.get('docs/cli.md')?.at(-1) ?? '') as { checks: { state: string }[] }
      expect(checks.length).toBeGreaterThan(3)
      expect(checks.filter(({ state }) => state !== 'ok')).toMatchObject([
        { check: 'the paths that write' },
        { check: 'the customers of returns', state: 'warning' },
      ])
    })
  })
}
