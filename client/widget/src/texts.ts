import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }

export type Texts = typeof en

const byLanguage: ReadonlyMap<string, Texts> = new Map([
  ['en', en],
  ['de', de],
])

/** The language shown: the first wish that there are texts for, else English. Wishes are BCP 47 tags. */
export function chooseLanguage(wishes: readonly (string | null | undefined)[]): string {
  for (const wish of wishes) {
    const language = wish?.toLowerCase().split('-')[0] ?? ''
    if (byLanguage.has(language)) return language
  }
  return 'en'
}

export function textsOf(language: string): Texts {
  return byLanguage.get(language) ?? en
}
