/**
 * Every language that people can choose. To add one: an entry here, and `texts/<folder>/<language>.json` in every folder;
 * tests name what is missing.
 */
const entries = {
  /**
   * `name`: the language in its own words, for a language switcher. `locale`: what `Intl` formats dates and numbers with. `direction`: as `dir`
   * of HTML; pages are ready for `rtl` (0116).
   */
  en: { name: 'English', locale: 'en-GB', direction: 'ltr' },
  de: { name: 'Deutsch', locale: 'de-DE', direction: 'ltr' },
  fr: { name: 'Français', locale: 'fr-FR', direction: 'ltr' },
  es: { name: 'Español', locale: 'es-ES', direction: 'ltr' },
  it: { name: 'Italiano', locale: 'it-IT', direction: 'ltr' },
} as const satisfies Record<string, { name: string; locale: string; direction: 'ltr' | 'rtl' }>

export type Language = keyof typeof entries

export const languages: readonly Language[] = keysOf(entries)

/** Served where an address names no language, and the fallback for a missing text. */
export const defaultLanguage: Language = 'en'

export const languageNames: Readonly<Record<Language, string>> = inEachLanguage((language) => entries[language].name)

export const locales: Readonly<Record<Language, string>> = inEachLanguage((language) => entries[language].locale)

/** Where lines of a language begin, as `dir` of HTML. */
export const directions: Readonly<Record<Language, 'ltr' | 'rtl'>> = inEachLanguage(
  (language) => entries[language].direction,
)

/** True for the first part of every address that has a page behind it. */
export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}

/** One value for each language. */
export function inEachLanguage<Value>(valueOf: (language: Language) => Value): Record<Language, Value> {
  return Object.fromEntries(languages.map((language) => [language, valueOf(language)])) as Record<Language, Value>
}

function keysOf<Key extends string>(object: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(object) as Key[]
}
