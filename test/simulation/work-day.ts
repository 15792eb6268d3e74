import { type Chance, createChance } from './random.ts'
import { answerWork } from './work-answers.ts'
import { duplicateWork } from './work-duplicates.ts'
import { emailWork } from './work-emails.ts'
import { endedWork } from './work-ends.ts'
import { fullWork } from './work-full.ts'
import { goneWork } from './work-gone.ts'
import { handWork } from './work-hand.ts'
import { imageWork } from './work-images.ts'
import { leftWork } from './work-left.ts'
import { linkWork } from './work-links.ts'
import { listWork } from './work-lists.ts'
import { lostWork } from './work-lost.ts'
import { mixedWork } from './work-mixed.ts'
import { nameWork } from './work-names.ts'
import { orderWork } from './work-order-hand.ts'
import { ownReturnWork } from './work-own-returns.ts'
import { parcelWork } from './work-parcels.ts'
import { refusedWork } from './work-refusals.ts'
import { severalWork } from './work-several.ts'
import { waitingWork } from './work-waits.ts'
import { whichWork } from './work-which.ts'
import { wordWork } from './work-words.ts'
import { createWork, type Work } from './work-world.ts'

const scenes: readonly ((work: Work, chance: Chance) => Promise<void>)[] = [
  ...[
    answerWork,
    duplicateWork,
    emailWork,
    endedWork,
    fullWork,
    goneWork,
    handWork,
    leftWork,
    imageWork,
    linkWork,
    listWork,
    lostWork,
  ],
  ...[
    mixedWork,
    nameWork,
    orderWork,
    ownReturnWork,
    parcelWork,
    refusedWork,
    severalWork,
    waitingWork,
    whichWork,
    wordWork,
  ],
].flatMap((some) => Object.values<(work: Work, chance: Chance) => Promise<void>>(some))

/**
 * Beside two of five schedules one scene of a small bridge without weather, whose every answer is chosen: what its events come to is
 * known exactly.
 */
export async function workDay(seed: number): Promise<string[]> {
  const place = seed % 5
  if (place > 1) return []
  const chance = createChance(seed + 2 ** 25)
  const scene = scenes[(2 * Math.floor(seed / 5) + place) % scenes.length]
  const work = createWork(chance)
  try {
    await scene?.(work, chance)
  } catch (error) {
    work.wrong.push(`a bug flew: ${error instanceof Error ? error.stack : error}`)
  }
  return [...new Set(work.wrong)].map((what) => `wrong work: ${scene?.name}: ${what}`)
}
