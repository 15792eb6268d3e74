import { describe, expect, it } from 'vitest'
import { argumentsOf, readArguments } from '../../cli/operator-arguments.ts'
import { loadOperatorCommands } from '../../lib/operator/operate.ts'

const operatorCommands = await loadOperatorCommands()

const commandOf = (name: string) => {
  const command = operatorCommands.find((one) => one.name === name)
  if (!command) throw new Error(`no command ${name}`)
  return command
}
const read = (name: string, ...args: string[]) => readArguments(commandOf(name), args).input

describe('the arguments of a command', () => {
  it.each([
    ['event.list', ['--status', 'held', '--limit', '5'], { status: 'held', limit: 5 }],
    ['event.get', ['--id', '1234'], { id: '1234' }],
    ['event.get', ['--id=shopify/d-1'], { id: 'shopify/d-1' }],
    ['event.replay', ['--where', '{"status": "failed"}', '--dryRun'], { where: { status: 'failed' }, dryRun: true }],
    ['return.create', ['--order', '{"id": 1}', '--lines', 'all'], { order: { id: 1 }, lines: 'all' }],
    ['return.create', ['--lines', '[{"sku": "A", "quantity": 1}]'], { lines: [{ sku: 'A', quantity: 1 }] }],
    ['return.create', ['--json', '{"lines": "all", "note": "a"}', '--note', 'b'], { lines: 'all', note: 'b' }],
    ['return.list', ['--statusFrom', '9.01', '--cancelled'], { statusFrom: 9.01, cancelled: true }],
    [
      'order.list',
      ['--type', '1', '--referrer', '14.00', '--by', 'updated', '--from', '2026-03-01T00:00:00+01:00', '--cursor', '7'],
      { type: 1, referrer: 14, by: 'updated', from: '2026-03-01T00:00:00+01:00', cursor: '7' },
    ],
    ['order.get', ['--orderId', 'ten'], { orderId: 'ten' }],
    ['order.get', ['--orderId', ''], { orderId: '' }],
    ['order.find', ['--externalNumber', '6203001001'], { externalNumber: '6203001001' }],
    ['comment.add', ['--text', '7', '--visibleForContact'], { text: '7', visibleForContact: true }],
    ['order.create', ['--body', '{"typeId": 1}', '--requestId', 't-1'], { body: { typeId: 1 }, requestId: 't-1' }],
    [
      'image.publish',
      ['--itemId', '901', '--imageId', '7002', '--body', '{"type": "mandant", "value": 1}'],
      { itemId: 901, imageId: 7002, body: { type: 'mandant', value: 1 } },
    ],
    ['comment.add', ['--text=-x'], { text: '-x' }],
    ['event.get', ['shopify/1'], { id: 'shopify/1' }],
    ['backup', ['copy.sqlite'], { file: 'copy.sqlite' }],
    ['event.release', ['shopify/1', '--note', 'a'], { id: 'shopify/1', note: 'a' }],
    ['event.link', ['shopify/1', '--returnId', '7'], { id: 'shopify/1', returnId: 7 }],
    ['why', ['shopify/1'], { id: 'shopify/1' }],
    ['why', ['10001'], { orderId: 10001 }],
    ['order.get', ['10001'], { orderId: 10001 }],
    ['return.list', ['10001', '--cancelled'], { orderId: 10001, cancelled: true }],
    ['order.find', ['#1001'], { externalNumber: '#1001' }],
    ['order.find', ['anna@web.example'], { email: 'anna@web.example' }],
    ['stats', [], {}],
  ])('%s %j', (name, args, given) => {
    expect(read(name, ...args)).toEqual({ ...given, command: name })
  })

  it('cannot change the command', () => {
    expect(read('stats', '--json', '{"command": "login.reset"}')).toEqual({ command: 'stats' })
  })

  it.each([
    ['event.list', ['--hue', 'blue'], /^event\.list: Unknown option '--hue'\. Its options are --status, .*--json\.$/],
    ['event.list', ['--statu', 'held'], / option '--statu'\. Did you mean --status or --stage\? Its options are /],
    ['event.list', ['held'], /^event\.list: Unexpected argument 'held'/],
    ['event.get', ['a', 'b'], /^event\.get: Unexpected argument 'b': id is given already/],
    ['event.get', ['a', '--id', 'b'], /^event\.get: Unexpected argument 'a': id is given already/],
    ['bridge.pause', ['shopify'], /^bridge\.pause: Unexpected argument 'shopify'/],
    ['record.forget', ['700001'], /^record\.forget: Unexpected argument '700001'/],
    ['event.list', ['--status'], /^event\.list: .*argument missing/],
    [
      'comment.add',
      ['--text', '-x'],
      /^comment\.add: write --text=\.\.\. if the value begins with a dash\. Its options are --text, .*--json\.$/,
    ],
    [
      'comment.add',
      ['--text', '--', '-x'],
      /^comment\.add: write --text=\.\.\. if the value begins with a dash\. Its options are .*\.$/,
    ],
    ['event.list', ['--json', '[1]'], /^--json needs an object/],
    ['event.list', ['--json', '{'], /^--json needs an object/],
  ])('%s %j are refused in one sentence', (name, args, says) => {
    expect(() => read(name, ...args)).toThrow(says)
    expect(() => read(name, ...args)).not.toThrow('\n')
  })

  it.each(operatorCommands)('of $name are the fields of its schema', (command) => {
    const { input } = command
    const shape = 'shape' in input ? Object.keys(input.shape as object) : [...argumentsOf(command).keys()]
    expect([...argumentsOf(command).keys()].filter((name) => name !== 'by' || shape.includes(name))).toEqual(shape)
  })
})
