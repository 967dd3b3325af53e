import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { rarelySaid } from './src/texts.ts'

const folder = new URL('i18n/', import.meta.url)

/** BCP 47 tags of all languages but English, which is part of the scripts themselves. */
export function languages(): string[] {
  return readdirSync(folder)
    .filter((file) => /^[a-z]{2,3}(?:-[A-Za-z]{2,4})?\.json$/u.test(file) && file !== 'en.json')
    .map((file) => file.slice(0, -'.json'.length))
    .toSorted()
}

type Texts = Record<string, string>

function read(language: string): Texts {
  const texts: Texts = JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8'))
  return texts
}

const isRare = (key: string) => rarelySaid.some((rare) => rare === key)
const english = read('en')
/** Names of what every widget may have to say, in the order in which it is shipped. */
export const usualTexts = Object.keys(english).filter((key) => !isRare(key))

/** The texts of a language: what every widget says, as a list, and by name what only few visitors ever see. */
export function splitTexts(language: string): { usual: string[]; rare: Texts } {
  const texts = { ...english, ...read(language) }
  return {
    usual: usualTexts.map((key) => texts[key] ?? ''),
    rare: Object.fromEntries(Object.entries(texts).filter(([key]) => isRare(key))),
  }
}

/**
 * Leaves in a script only those of the English texts that it says, and puts places in the list where the source has names: a
 * language is loaded by every visitor, and a tenth of it would be names.
 */
export function placesForTexts(part: 'usual' | 'rare'): Plugin {
  return {
    name: 'places-for-texts',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('/i18n/en.json')) return { code: JSON.stringify(splitTexts('en')[part]), map: null }
      if (!/\/widget\/src\/.*\.ts$/u.test(id)) return null
      const placed = code.replaceAll(/\b(texts|english)\.(\w+)\b/gu, (named, object: string, key: string) =>
        usualTexts.includes(key) ? `${object}[${usualTexts.indexOf(key)}]` : named,
      )
      return { code: placed, map: null }
    },
  }
}
