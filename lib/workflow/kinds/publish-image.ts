import type { PublishImage } from '../../commands.ts'
import type { ItemId } from '../../state/write-record.ts'
import { contentHash } from '../translate/content-hash.ts'
import { type Looking, proceed, type StepOutcome, type Work } from '../workflow.ts'
import type { Kind, ReadBack } from '../write-once/kind.ts'
import { withLock } from '../write-once/lock-item.ts'
import { writeOnce } from '../write-once/write-once.ts'

/** Makes an image visible, once: recognised by the image as it is shown, sent again only after a release. */
export const publishImage = async (work: Work, key: string, command: PublishImage): Promise<StepOutcome> =>
  await withLock(work, { id: imageItem(command) }, async (item) => {
    const made = await writeOnce(work, item, imageKind(work, command, key))
    if (made.kind !== 'done') return made
    const { by = work.event().id } = made.record ?? {}
    if (by !== work.event().id) work.record(key, { by, done: true }, { code: 'already_done', by })
    else work.record(key, { publishedImageId: command.imageId, done: true })
    return proceed
  })

/** Visible in one way: what is asked of an image in another way is another matter. */
export const imageItem = ({ itemId, imageId, body }: PublishImage): ItemId =>
  `image#${itemId}/${imageId}/${wayOf(body, ofPath)}`

/** The other way round. */
export function shownBy(item: ItemId): Shown {
  const [itemId, imageId, ...way] = item.slice('image#'.length).split('/')
  return { itemId: Number(itemId), imageId: Number(imageId), way: way.join('/') }
}

type Shown = { itemId: number; imageId: number; way: string }
/** The path names the image already. */
const ofPath = ['imageId']
/** What a back office may add to an availability. These fields say nothing about who sees the image. */
const bookkeeping = [...ofPath, 'id', 'createdAt', 'updatedAt']

/** How an image is visible: by every field of its availability. Fields that are not known, such as a language, go in as a hash. */
function wayOf({ type, value, ...others }: Record<string, unknown>, without: readonly string[]): string {
  const rest = Object.entries(others).filter(([name, given]) => given != null && !without.includes(name))
  return `${type}/${Number(value)}${rest.length === 0 ? '' : `/${contentHash(Object.fromEntries(rest)).slice(0, 32)}`}`
}

/** An image is recognised by how it is shown. */
export const imageReadBack = (looking: Looking, key: string, shown: Shown): ReadBack<{ isShown: boolean }> => ({
  name: 'image',
  key,
  hasSecondLook: false,
  isExclusive: true,
  look: async () => ({ isShown: await isShown(looking, shown) }),
  evidence: (seen) => (seen.isShown ? { kind: 'found', id: shown.imageId } : { kind: 'missing' }),
})

function imageKind(work: Work, command: PublishImage, key: string): Kind<{ isShown: boolean }> {
  const { itemId, imageId, body } = command
  return {
    ...imageReadBack(work, key, { itemId, imageId, way: wayOf(body, ofPath) }),
    command: key,
    isLast: true,
    repeats: 'after_release',
    waitsFor: () => true,
    plan: async (seen) =>
      seen.isShown
        ? 'there_already'
        : {
            recognise: { known: [] },
            send: async (options) => {
              await work.backOffice.images.makeAvailable(itemId, imageId, body, options)
              return { id: imageId }
            },
          },
  }
}

/** Only what is shown counts: an image of a variation is in no list of its item, and lists need not show who sees what. */
async function isShown({ backOffice }: Looking, { itemId, imageId, way }: Shown): Promise<boolean> {
  const { entries } = await backOffice.images.ofItem(itemId)
  const image = entries.find(({ id }) => id === imageId)
  return (image?.availabilities ?? []).some((availability) => wayOf(availability, bookkeeping) === way)
}
