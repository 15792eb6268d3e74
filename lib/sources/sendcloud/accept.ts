import { hashKey } from '../shared/delivery-parts.ts'
import { fieldsOf, givenText, readFields } from '../shared/json-fields.ts'
import { verifySignature } from '../shared/signature.ts'
import { signedBody } from '../shared/signature-scheme.ts'
import type { Acceptor, Identity } from '../source.ts'

export const sendcloudScheme = signedBody('sendcloud-signature', 'hex')
export const returnCreated = 'return_created'

/** Each status of each parcel comes to the same address: only returns are events, unless the configuration translates. */
function identify({ body }: { body: Buffer }, { translate }: { translate?: unknown }): Identity {
  const { action, data } = readFields(body) ?? {}
  if (typeof action === 'string' && action !== returnCreated && translate === undefined) return { kind: 'ping' }
  const id = action === returnCreated ? givenText(fieldsOf(data)?.id) : undefined
  return { kind: 'event', deliveryKey: id ?? hashKey(body), headers: {} }
}

export const acceptSendcloud: Acceptor = {
  kind: 'sendcloud',
  makesSecret: true,
  family: 'forms',
  schemeOf: () => sendcloudScheme,
  verify: (delivery, secrets, _settings, nowMs) => verifySignature(sendcloudScheme, delivery, { secrets, nowMs }),
  identify,
}
