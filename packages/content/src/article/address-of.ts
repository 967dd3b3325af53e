import { isLanguage, type Language } from '@bollard/i18n'

/** A link as the page has it: addresses of the site get the language of the article, unless they name one themselves. */
export function addressOf(url: string, language: Language): string {
  if (!url.startsWith('/') || isLanguage(url.split('/')[1])) return url
  return `/${language}${url}`
}
