import type { Line } from '../facts/fact.ts'

/** A return of our own user with the same pieces as a fact of the script, made before the fact was reported. */
export type OlderReturn = {
  id: number
  orderId: number
  line: Line
  quantity: number
  isCancelled: boolean
  isTooOld: boolean
}
