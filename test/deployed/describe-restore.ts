import {
  CreateTableCommand,
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb'
import { expect, it } from 'vitest'
import { eventsTable, stateTable, type TableShape } from '../../scripts/dynamodb-local/tables.ts'
import type { Open } from '../packaged/packaged-bridge.ts'
import type { Account } from './account.ts'
import { commandsUnder } from './operations-page.ts'
import { reservedExecutions } from './reserved-executions.ts'

/** As docs/operations.md says it: with its commands. DynamoDB Local has no backups, so copies play the restored tables. */
export function describeRestore(accountOf: () => Account, open: Open): void {
  it('what was lost from both tables is restored beside what came in since', { timeout: 4 * 60_000 }, async () => {
    const account = accountOf()
    const bridge = await open()
    const { EventsTable: events = '', StateTable: state = '' } = (await account.stack()).outputs
    const tables = tablesOf(account)
    const [stop = '', restore = '', copy = '', start = '', look = '', tidy = ''] =
      commandsUnder('## Restore from a backup')

    const done = await bridge.deliver('shopify', 'refund', 'delivery-1')
    await bridge.hint(done.id)
    expect(await bridge.event(done.id)).toMatchObject({ status: 'done' })
    const waiting = await bridge.deliver('standard', 'comment')
    expect(restore).toContain('restore-table-to-point-in-time')
    await tables.copy(events, 'restored-Events', eventsTable)
    await tables.copy(state, 'restored-State', stateTable)
    const later = await bridge.deliver('standard', 'comment')
    await tables.empty(events, { but: later.id })
    await tables.empty(state)

    expect(await account.shell(stop)).toMatchObject({ code: 0 })
    expect(await reservedExecutions(account, 'worker')).toBe(0)
    const copied = await account.shell(copy)
    expect(copied.code, copied.output).toBe(0)
    expect(copied.output).toContain(`2 items were copied to ${events}. 0 were there already`)
    expect(await account.shell(start)).toMatchObject({ code: 0 })
    expect(await reservedExecutions(account, 'worker')).toBeUndefined()

    bridge.advance(125_000)
    expect(await bridge.tick('retry')).toEqual({ processed: 2, outcomes: { done: 2 } })
    for (const { id } of [done, waiting, later]) expect(await bridge.event(id)).toMatchObject({ status: 'done' })
    // Both the event and the write record are known again.
    expect((await bridge.deliver('shopify', 'refund', 'delivery-1')).body).toContain('"duplicate"')
    const again = await bridge.deliver('shopify', 'refund', 'delivery-2')
    await bridge.hint(again.id)
    expect(await bridge.event(again.id)).toMatchObject({ status: 'ignored' })
    expect(bridge.made(10_001).returns).toHaveLength(1)
    expect(await bridge.tick('audit')).toMatchObject({ findings: [] })
    for (const [, command = ''] of look.matchAll(/ask '(.+)'/g))
      expect(await bridge.operate(JSON.parse(command))).toMatchObject({ ok: true })
    expect(await account.shell(tidy)).toMatchObject({ code: 0 })
    const { TableNames } = await account.emulator.call<{ TableNames: string[] }>('dynamodb', 'list_tables')
    expect(TableNames.filter((name) => name.startsWith('restored-'))).toEqual([])
    tables.close()
  })

  it('nobody deletes a table of prod by mistake', async () => {
    const { emulator, stack } = accountOf()
    const { EventsTable = '', StateTable = '' } = (await stack()).outputs
    for (const TableName of [EventsTable, StateTable])
      await expect(emulator.call('dynamodb', 'delete_table', { TableName })).rejects.toThrow()
    const { TableNames } = await emulator.call<{ TableNames: string[] }>('dynamodb', 'list_tables')
    expect(TableNames).toEqual(expect.arrayContaining([EventsTable, StateTable]))
  })
}

/** The tables of the account, for somebody who may do everything. */
function tablesOf({ emulator }: Account) {
  const client = new DynamoDBClient({ endpoint: emulator.url, region: 'eu-central-1', credentials: emulator.aws })
  const itemsOf = async (TableName: string) => (await client.send(new ScanCommand({ TableName }))).Items ?? []
  return {
    close: () => client.destroy(),
    /** What AWS makes of a backup. */
    async copy(from: string, TableName: string, shape: TableShape): Promise<void> {
      await client.send(new CreateTableCommand({ TableName, ...shape }))
      for (const Item of await itemsOf(from)) await client.send(new PutItemCommand({ TableName, Item }))
    },
    async empty(TableName: string, { but = '' } = {}): Promise<void> {
      for (const { id } of await itemsOf(TableName))
        if (id && id.S !== but) await client.send(new DeleteItemCommand({ TableName, Key: { id } }))
    },
  }
}
