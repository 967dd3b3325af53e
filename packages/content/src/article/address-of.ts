import { isLanguage, type Language } from '@bollard/i18n'

/** Begins the address of a page of the documentation in the texts of another site, which learns only when it runs where that is. */
export const docsMark = 'docs:'

/** A link as the page has it: addresses of the site get the language of the article, unless they name one themselves. */
export function addressOf(url: string, language: Language): string {
  if (url.startsWith(`${docsMark}/`)) return docsMark + addressOf(url.slice(docsMark.length), language)
  if (!url.startsWith('/') || isLanguage(url.split('/')[1])) return url
  return `/${language}${url}`
}
