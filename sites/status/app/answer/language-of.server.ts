import { isLanguage, type Language, languages } from '@bollard/i18n'
import { preferredLanguage } from '@bollard/site-kit/server'

/** The language of `offered` that a request is answered in: the one that its address names, else the one that its browser likes best. */
export function languageOf(request: Request, offered: readonly Language[] = languages): Language {
  const asked = new URL(request.url).searchParams.get('lang')
  return isLanguage(asked) && offered.includes(asked)
    ? asked
    : preferredLanguage(request.headers.get('accept-language'), offered)
}
