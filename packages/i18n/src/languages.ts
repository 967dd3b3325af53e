export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** Served where an address names no language, and the fallback for a missing text. */
export const defaultLanguage: Language = 'en'

/** Each language in its own words, as a language switcher shows it. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

/** What `Intl` formats dates and numbers with. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' }

/** True for the first part of every address that has a page behind it. */
export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value)
}
