import { readValue } from '../form-fields.ts'
import { parseFormUrlencoded } from '../form-urlencoded.ts'
import { readFields } from '../json-fields.ts'
import { parseContentType } from '../parse-content-type.ts'
import { readHeader } from '../read-header.ts'
import type { Delivery } from '../source.ts'
import type { FormSender } from './form-sender.ts'

/** A flat entry, as JSON or form-encoded. Undefined: the body is neither. */
export function readEntry({ body, headers }: Pick<Delivery, 'body' | 'headers'>): object | undefined {
  const type = parseContentType(readHeader({ headers }, 'content-type'))
  if (type?.essence === 'application/x-www-form-urlencoded')
    return Object.fromEntries(parseFormUrlencoded(body, type.params.get('charset')))
  return readFields(body)
}

/** It signs nothing, so it needs the token. */
export const gravityFormsSender = {
  kind: 'gravity-forms',
  proof: 'token',
  headers: ['content-type'],
  deliveryKey: (delivery) => {
    const entry = readEntry(delivery)
    const id: unknown = entry && Object.entries(entry).find(([name]) => name === 'id')?.[1]
    return readValue(id).texts[0]
  },
} as const satisfies FormSender
