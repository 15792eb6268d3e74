import { type Chance, createChance } from '../random.ts'
import { answerWork } from './answers.ts'
import { duplicateWork } from './duplicates.ts'
import { emailWork } from './emails.ts'
import { endedWork } from './ends.ts'
import { fullWork } from './full.ts'
import { goneWork } from './gone.ts'
import { handWork } from './hand.ts'
import { imageWork } from './images.ts'
import { leftWork } from './left.ts'
import { linkWork } from './links.ts'
import { listWork } from './lists.ts'
import { lostWork } from './lost.ts'
import { mixedWork } from './mixed.ts'
import { nameWork } from './names.ts'
import { orderWork } from './order-hand.ts'
import { ownReturnWork } from './own-returns.ts'
import { parcelWork } from './parcels.ts'
import { refusedWork } from './refusals.ts'
import { severalWork } from './several.ts'
import { waitingWork } from './waits.ts'
import { whichWork } from './which.ts'
import { wordWork } from './words.ts'
import { createWork, type Work } from './world.ts'

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
