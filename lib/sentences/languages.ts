import { de } from './de/de.ts'
import { en } from './en/en.ts'
import type { Sentences } from './sentences.ts'

export type Language = 'en' | 'de'
/** A new language is a folder that fills every table of `Sentences`. */
export const languages: Readonly<Record<Language, Sentences>> = { en, de }
export const sentencesOf = ({ language }: { language: Language }): Sentences => languages[language]
