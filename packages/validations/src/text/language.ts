import { detectAll, supportedLanguages, toISO2 } from 'tinyld/light'
import { type Finding, found } from '../verdict.ts'
import { readText } from './words.ts'

/** Fewer tell too little: names and products alone look like any language. */
const lettersMin = 40
/** Letters that are looked at; more would only cost time. */
const lettersMax = 1_000
const sureMin = 0.9
const known = new Set(supportedLanguages.map((language) => toISO2(language)))

/**
 * Whether a text is in none of the languages (ISO 639-1, such as `de`) that an owner expects, by tinyld's small model
 * of 24 languages. Nothing is said of short texts, where it is not sure, or where the owner expects a language that the
 * model does not know.
 */
export function judgeLanguage(typed: string, expected: readonly string[]): Finding[] {
  if (!expected.every((language) => known.has(language))) return []
  const text = readText(typed.slice(0, 4 * lettersMax)).text.replaceAll(
    /https?:\/\/\S{1,2000}|[^\p{L}\p{M}'’\s]/gu,
    ' ',
  )
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters < lettersMin) return []
  const [first] = detectAll(text.slice(0, lettersMax))
  if (first === undefined || first.accuracy < sureMin || expected.includes(first.lang)) return []
  return [found('text-unexpected-language', { language: first.lang })]
}
