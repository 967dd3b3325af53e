import { defaultLanguage, type Language } from '@bollard/i18n'
import { loadSiteTexts } from '@bollard/i18n/load'
import { createInstance, type i18n } from 'i18next'
import type { SiteName } from '../site/site.ts'
import { textOptions } from '../site/text-options.ts'

const instances = new Map<string, i18n>()

/** The translator of a site in one language. Shared by all requests: the language is fixed by the address. */
export function textsFor(site: SiteName, language: Language): i18n {
  const key = `${site}/${language}`
  const known = instances.get(key)
  if (known) return known
  const instance = createInstance()
  const resources = {
    [defaultLanguage]: { translation: loadSiteTexts(site, defaultLanguage).merged },
    [language]: { translation: loadSiteTexts(site, language).merged },
  }
  void instance.init({ ...textOptions, lng: language, resources })
  instances.set(key, instance)
  return instance
}
