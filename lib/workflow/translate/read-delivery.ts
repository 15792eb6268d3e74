import type { StoredDelivery } from '../../inbox/event.ts'
import { parseJson } from '../../parse-json.ts'
import { decodeText, parseContentType, parseFormUrlencoded, parseMultipart } from '../../sources/shared/form-body.ts'

export type Field = { name: string; value: string }

export function readDelivery(delivery: StoredDelivery) {
  const contentType = delivery.headers['content-type']
  const text = decodeText(delivery.body, parseContentType(contentType)?.params.get('charset'))
  return { contentType, fields: fieldsOf(delivery), text }
}

/** What was answered, by the sender's own names: of JSON each value with the path to it. None where the body is of another form. */
function fieldsOf({ body, headers }: StoredDelivery): Field[] {
  const contentType = headers['content-type']
  const type = parseContentType(contentType)
  if (type?.essence === 'multipart/form-data') return toFields(parseMultipart(body, contentType) ?? [])
  if (type?.essence === 'application/x-www-form-urlencoded') {
    const named = [...parseFormUrlencoded(body, type.params.get('charset'))]
    return toFields(named.flatMap(([name, values]) => values.map((value) => [name, value] as const)))
  }
  const parsed = parseJson(body)
  return parsed.ok ? leavesOf('', parsed.value) : []
}

/** A part of a form can be JSON itself. */
const toFields = (parts: Iterable<readonly [string, string]>): Field[] =>
  [...parts].flatMap(([name, value]) => {
    const parsed = /^\s*[[{]/.test(value) ? parseJson(Buffer.from(value)) : undefined
    return parsed?.ok ? leavesOf(name, parsed.value) : [{ name, value }]
  })

function leavesOf(path: string, value: unknown): Field[] {
  if (typeof value !== 'object' || value === null) return [{ name: path, value: String(value) }]
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(path === '' ? name : `${path}.${name}`, inner))
}
