import * as z from 'zod'
import { signBy } from '../shared/signature.ts'
import { mappingOf, readMessage, topicNames, withTopic } from '../shared/translation.ts'
import type { Source, SourceEvent, SourceSettings, Translation } from '../source.ts'
import { acceptShopware, envelopeOf } from './accept.ts'
import { contactEvent, shopwareEvents } from './events.ts'
import { revocationEvent } from './revocation.ts'
import { shopSecret, shopwareScheme } from './secret.ts'

/** Shopware 6 app webhooks: `{data: {event, payload}, source: {shopId, eventId}, timestamp}`, signed with the secret of the shop. */

const message = z.object({ data: z.object({ event: z.string(), payload: z.unknown().optional() }) })

const eventOf = ({ body }: SourceEvent): string | undefined => {
  const read = readMessage(body, message)
  return 'content' in read ? read.content.data.event : undefined
}

/** Forms that Shopware shows to everybody. */
const publicForms: readonly string[] = [contactEvent, revocationEvent]

function translate(event: SourceEvent, settings: SourceSettings): Translation {
  const read = readMessage(event.body, message, ['data.event'])
  if ('ending' in read) return read
  const { event: name, payload } = read.content.data
  const chosen = mappingOf(name, shopwareEvents, withTopic(settings.on, revocationEvent))
  return 'mapping' in chosen ? chosen.mapping(event, payload) : chosen
}

export const shopware: Source = {
  ...acceptShopware,
  topics: topicNames(shopwareEvents),
  takes: ['appName'],
  needsPublicUrl: true,
  translate,
  isWithdrawal: (event) => eventOf(event) === revocationEvent,
  isByVisitor: (event) => publicForms.includes(eventOf(event) ?? ''),
  sign: (input, secret) => signBy(shopwareScheme)(input, shopSecret(secret, envelopeOf(input.body)?.shopId ?? '')),
}
