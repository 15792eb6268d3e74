import { judgeConfig } from './judge-config.ts'
import { judgeReadings } from './judge-readings.ts'
import { judgeWords } from './judge-words.ts'

/** What needs no weather: what deliveries mean, what a configuration means, and what is shown of words. */
export async function judgeQuietly(seed: number): Promise<string[]> {
  try {
    return [...(await judgeReadings(seed)), ...(seed % 2 === 0 ? await judgeConfig(seed) : []), ...judgeWords(seed)]
  } catch (error) {
    return [`a bug flew in fair weather: ${error instanceof Error ? error.stack : error}`]
  }
}
