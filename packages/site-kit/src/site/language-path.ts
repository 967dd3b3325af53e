import { isLanguage, type Language } from '@bollard/i18n'

export { preferredLanguage } from '@bollard/i18n'

/** The code of an answer to a script that asks for a page by an address without a language. */
export const noLanguage = 'no-language'

/** The language that a path names in its first part, or null. */
export function languageOfPath(pathname: string): Language | null {
  const first = pathname.split('/')[1]
  return isLanguage(first) ? first : null
}

/** `/en/guides/widget/` is `/guides/widget`; the start page is empty. */
export function pathWithoutLanguage(pathname: string): string {
  const rest = languageOfPath(pathname) === null ? pathname : pathname.slice(3)
  return rest.replace(/\/$/u, '')
}

/** The same page in another language; a path without a language gets one. */
export function pathInLanguage(pathname: string, language: Language): string {
  const rest = languageOfPath(pathname) ? pathname.slice(3) : pathname
  return `/${language}${rest === '/' ? '' : rest}`
}
