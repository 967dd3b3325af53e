import de from '../../i18n/owner.de.json' with { type: 'json' }
import en from '../../i18n/owner.en.json' with { type: 'json' }
import type { Spoken, Texts } from '../texts.ts'
import { readJson } from './read-json.ts'

interface SpeakInput {
  /** BCP 47 tags, the dearest first. */
  readonly languages: readonly (string | null | undefined)[]
  /** By language, then by text; an object or JSON. */
  readonly translations: unknown
  /** What the widget says by itself. */
  readonly own: ReadonlyMap<string, Texts>
}

export const ownerTexts: ReadonlyMap<string, typeof en> = new Map([
  ['en', en],
  ['de', de],
])

/** Longer ones are not the service's. */
const longest = 200

/**
 * The first language wished for in which the widget or its owner can speak, in the owner's words where there are any. What
 * the owner has not put into words of a language is said in the widget's words of it, or else in English.
 */
export function speak({ languages, translations, own }: SpeakInput): Spoken {
  const byOwner = new Map(Object.entries(readJson(translations)).map(([tag, words]) => [tag.toLowerCase(), { tag, words }]))
  for (const wish of [...languages, 'en']) {
    const tag = wish?.toLowerCase() ?? ''
    const language = tag.split('-')[0] ?? ''
    const [most, least] = [byOwner.get(tag), byOwner.get(language)]
    if (!most && !least && !own.has(language)) continue
    const spoken = own.get(language) ?? own.get('en')
    if (!spoken) continue
    const texts = { ...spoken, failover: (ownerTexts.get(language) ?? en).failover }
    return { language: most?.tag ?? least?.tag ?? language, texts: reworded(reworded(texts, least?.words), most?.words) }
  }
  throw new Error('English is always spoken')
}

function reworded(texts: Texts, words: unknown): Texts {
  const changed = { ...texts }
  for (const [key, value] of Object.entries(Object(words))) {
    if (typeof value !== 'string' || value.trim() === '' || value.length > longest) continue
    if (key === 'badge') changed.badge = changed.badgePlain = value
    else if (Object.hasOwn(changed, key)) Reflect.set(changed, key, value)
  }
  return changed
}
