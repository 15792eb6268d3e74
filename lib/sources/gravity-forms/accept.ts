import type { FormSender } from '../shared/accept-form.ts'
import { readHeader } from '../shared/delivery-parts.ts'
import { parseContentType, parseFormUrlencoded } from '../shared/form-body.ts'
import { readValue } from '../shared/form-fields.ts'
import { readFields } from '../shared/json-fields.ts'
import type { Delivery } from '../source.ts'

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
