import { de } from './de.ts'
import { en } from './en.ts'
import type { Texts } from './texts.ts'

export type Language = 'en' | 'de'

export const pageTexts: Readonly<Record<Language, Texts>> = { en, de }
