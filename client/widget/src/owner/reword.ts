import { owns } from '../collector/owns.ts'
import { isLanguage } from '../languages/choose-language.ts'
import { placeOf, type Texts } from '../texts.ts'
import { readJson } from './read-json.ts'

interface RewordInput {
  /** What is said where the owner has no words of their own. */
  readonly texts: Texts
  /** BCP 47 tag. */
  readonly language: string
  /** By language, then by text; an object or JSON. */
  readonly translations: unknown
}

/** Longer ones are not the service's. */
const longest = 200

/** Tags of the languages for which the owner has words. */
export function ownLanguages(translations: unknown): string[] {
  return Object.keys(readJson(translations)).filter(isLanguage)
}

/** The texts in the owner's words where there are any: those for the language, then those for the language with its region. */
export function reword({ texts, language, translations }: RewordInput): Texts {
  const wordsOf = (wanted: string | undefined) =>
    Object.entries(readJson(translations)).find(([tag]) => tag.toLowerCase() === wanted?.toLowerCase())?.[1]
  const changed = { ...texts }
  for (const words of [wordsOf(language.split('-')[0]), wordsOf(language)]) {
    for (const [key, value] of Object.entries(Object(words))) {
      if (typeof value !== 'string' || value.trim() === '' || value.length > longest) continue
      // A white label has no words of its own: the badge says what the owner says.
      for (const name of key === 'badge' ? [key, 'badgePlain'] : [key]) {
        const place = placeOf(name)
        if (owns(changed, place)) Reflect.set(changed, place, value)
      }
    }
  }
  return changed
}
