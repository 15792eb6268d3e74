import type { PublishImage } from '../commands.ts'
import type { OrderKey, Progress } from '../inbox/event.ts'
import { held } from '../reasons.ts'
import type { Intent } from '../state/order-memory.ts'
import { makeOnce } from './make-once.ts'
import { notSettled, sendUnderIntent } from './send-under-intent.ts'
import { isReleasedAsAbsent } from './told-absent.ts'
import { endWith, proceed, type StepOutcome, type Work } from './workflow.ts'

type Frozen = Omit<NonNullable<Progress['image']>, 'body' | 'published' | 'toldAbsent'> & { body: PublishImage['body'] }

/**
 * Makes an image visible, once: take it, look whether it is visible so already, freeze, intent, POST, result. What an earlier try left
 * behind is settled first: by the image as it is now, which was not visible so before.
 */
export async function publishImage(work: Work, index: number, command: PublishImage): Promise<StepOutcome> {
  const key = imageKey(command)
  return await makeOnce(work, index, {
    key,
    command,
    part: 'image',
    says: { busy: `image ${command.imageId}`, unsent: 'publication was not sent' },
    takeOver: (imageId) => takeOver(work, index, imageId),
    settle: ({ intent }) => settle(work, index, { command, intent }),
    send: () => lookAndSend(work, index, { key, command }),
  })
}

/** Visible in one way: what is asked of an image in another way is another matter. */
const imageKey = ({ itemId, imageId, body }: PublishImage): OrderKey =>
  `image/${itemId}/${imageId}/${body.type}/${body.value}`

function frozenImage(work: Work, index: number): Frozen & { toldAbsent?: number } {
  const { image } = work.event().ledger[index] ?? {}
  if (!image) throw new TypeError('an intent stands without the publication that was frozen for it')
  const { published: _, body, ...kept } = image
  return { ...kept, body: body as Frozen['body'] }
}

function takeOver(work: Work, index: number, imageId: number): void {
  const { toldAbsent: _, ...frozen } = frozenImage(work, index)
  work.record(index, { image: { ...frozen, published: true } }, { what: 'image found published', imageId })
}

async function lookAndSend(
  work: Work,
  index: number,
  { key, command }: { key: OrderKey; command: PublishImage },
): Promise<StepOutcome> {
  const { imageId, body } = command
  const frozen: Frozen = { key, body }
  if (await isVisible(work, command)) {
    work.record(index, { image: { ...frozen, published: true } }, { what: 'image found published', imageId })
    await work.workflow.orders.free(key, { holder: work.holder })
    return proceed
  }
  await work.backOffice.reserveWrites()
  // A release counts for what it was given for: one from before would let this be repeated unseen.
  work.record(index, { image: frozen }, { what: 'publication planned', imageId, honoured: ['outcome_unclear'] })
  await work.save()
  return await send(work, index, { command, frozen, isRepeated: false })
}

async function send(
  work: Work,
  index: number,
  { command, frozen, isRepeated }: { command: PublishImage; frozen: Frozen; isRepeated: boolean },
): Promise<StepOutcome> {
  const { itemId, imageId } = command
  return await sendUnderIntent(work, index, {
    key: frozen.key,
    known: [],
    isRepeated,
    fingerprint: 'image',
    thing: 'a publication',
    lost: { what: 'publication sent, answer lost', imageId },
    refused: { what: 'publication refused', imageId },
    forget: { image: undefined },
    send: async (options) => {
      await work.backOffice.images.makeAvailable(itemId, imageId, frozen.body, options)
      await recordPublished(work, index, { imageId, frozen })
    },
  })
}

async function recordPublished(
  work: Work,
  index: number,
  { imageId, frozen }: { imageId: number; frozen: Frozen },
): Promise<void> {
  const { orders, now } = work.workflow
  const { key } = frozen
  await orders.recordResult(key, { holder: work.holder, returnId: imageId, command: index, lines: [], now: now() })
  const published = { what: 'image published', imageId, honoured: ['outcome_unclear'] as const }
  work.record(index, { image: { ...frozen, published: true } }, published)
}

async function settle(
  work: Work,
  index: number,
  { command, intent }: { command: PublishImage; intent: Intent },
): Promise<StepOutcome> {
  const wait = notSettled(work, intent, 'a publication')
  if (wait) return wait
  const { imageId } = command
  const { toldAbsent, ...frozen } = frozenImage(work, index)
  if (await isVisible(work, command)) {
    await recordPublished(work, index, { imageId, frozen })
    return proceed
  }
  const isReleased = isReleasedAsAbsent(work, toldAbsent)
  if (!isReleased) {
    const told = { what: 'publication not found', imageId, honoured: ['outcome_unclear'] as const }
    work.record(index, { image: { ...frozen, toldAbsent: work.workflow.now() } }, told)
    const text = `Image ${imageId} was to be made visible and the answer was lost; the back office does not show it so. Look there, then release the event: it is sent again if it still is not visible. Or discard it with a note.`
    return endWith(held('outcome_unclear', text))
  }
  await work.backOffice.reserveWrites()
  const again = { what: 'publication not found, sent again', imageId, honoured: ['outcome_unclear'] as const }
  work.record(index, { image: frozen }, again)
  await work.save()
  return await send(work, index, { command, frozen, isRepeated: true })
}

/** Only what is shown counts: an image of a variation is in no list of its item, and lists need not show who sees what. */
async function isVisible({ backOffice }: Work, { itemId, imageId, body }: PublishImage): Promise<boolean> {
  const image = (await backOffice.images.ofItem(itemId)).entries.find(({ id }) => id === imageId)
  return (image?.availabilities ?? []).some(({ type, value }) => type === body.type && Number(value) === body.value)
}
