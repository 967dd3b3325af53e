import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }

/** The last comes with the owner's script, where it is needed. */
export type Texts = typeof en & { readonly failover?: string }

export interface Spoken {
  /** BCP 47 tag. */
  readonly language: string
  readonly texts: Texts
}

/** What the widget says by itself, by language. */
export const ownTexts: ReadonlyMap<string, Texts> = new Map([
  ['en', en],
  ['de', de],
])

/** The language shown: the first wish that there are texts for, else English. Wishes are BCP 47 tags. */
export function chooseLanguage(wishes: readonly (string | null | undefined)[]): string {
  for (const wish of wishes) {
    const language = wish?.toLowerCase().split('-')[0] ?? ''
    if (ownTexts.has(language)) return language
  }
  return 'en'
}

export function textsOf(language: string): Texts {
  return ownTexts.get(language) ?? en
}
