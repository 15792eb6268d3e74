import { PutItemCommand } from '@aws-sdk/client-dynamodb'
import { expect, it, onTestFinished } from 'vitest'
import { itemFormat } from '../../lib/inbox/format.ts'
import { CannotStart } from '../../local/cannot-start.ts'
import { checkFormat } from '../../local/check-format.ts'
import { startDynamoDb } from '../../local/dynamodb.ts'
import { tableNames } from '../../local/table-names.ts'
import { localClient } from './local-client.ts'

it.each(['session', 'pace', 'audit', 'pauses'])(
  'a store whose %s a newer version has written is refused in one sentence',
  async (id) => {
    const dynamoDb = await startDynamoDb(undefined)
    const client = localClient(dynamoDb.url)
    onTestFinished(async () => {
      client.destroy()
      await dynamoDb.close(1_000)
    })
    const put = async (format: number) => {
      const Item = { id: { S: id }, writeId: { S: 'w' }, format: { N: String(format) } }
      await client.send(new PutItemCommand({ TableName: tableNames.state, Item }))
    }
    await checkFormat(client, '.local')
    await put(itemFormat)
    await checkFormat(client, '.local')
    await put(itemFormat + 1)
    await expect(checkFormat(client, '.local')).rejects.toThrow(
      new CannotStart(
        '.local was written by a newer version of the bridge: start that version, or start with another DATA_DIR.',
      ),
    )
  },
)
