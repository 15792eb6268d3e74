import * as z from 'zod'

const rule =
  'write the address of an order with {id} once in place of its id, such as https://my.example.com/orders/{id}'

const isLocal = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host)

/** People open it: the id must not decide whose server that is, and what they see there is for them alone. */
function isTemplate(text: string): boolean {
  const url = URL.parse(text.replaceAll('{id}', '1'))
  if (text.split('{id}').length !== 2 || !url || `${url.username}${url.password}` !== '') return false
  const other = URL.parse(text.replaceAll('{id}', '2'))
  return (
    other?.origin === url.origin && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url.hostname)))
  )
}

/** Address with `{id}`; http only for this machine. */
export const orderUrl = z.string(rule).refine(isTemplate, { error: rule })
