import { cookieValue } from '@bollard/site-kit'
import { type ServerLanguage, serverLanguages } from './snippets.ts'

const name = 'server_language'

/** The language in which this browser last looked at the server's snippet; the first one until it chose. */
export function serverLanguageOf(cookieHeader: string | null): ServerLanguage {
  const chosen = cookieValue(cookieHeader, name)
  return serverLanguages.find((language) => language === chosen) ?? serverLanguages[0]
}

/** Value for `document.cookie`; a year, this site's paths only. */
export function serverLanguageCookie(language: ServerLanguage): string {
  return `${name}=${language}; Path=/; Max-Age=31536000; SameSite=Lax`
}
