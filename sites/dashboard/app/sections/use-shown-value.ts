import type { Organization } from '@bollard/contracts'
import { isLanguage, type Language, languageNames } from '@bollard/i18n'
import { useFormats, useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'

/** Settings as people read them, by the name of their field. */
export function useShownValue(): (name: string, value: unknown) => string {
  const { t } = useTranslation()
  const formats = useFormats()
  const { language } = useSite()
  const countries = new Intl.DisplayNames(language, { type: 'region' })
  const textOf = (name: string, value: unknown): string => {
    if (value === undefined || value === null || value === '') return t(($) => $.settings.nothing)
    if (typeof value === 'boolean') return value ? t(($) => $.captchaSettings.on) : t(($) => $.captchaSettings.off)
    if (name === 'threshold' && typeof value === 'number') return formats.score(value)
    if (Array.isArray(value)) return value.map((one) => textOf(name, one)).join(', ') || t(($) => $.settings.nothing)
    if (typeof value === 'object') {
      // A bot is known by its name, and an issuer of private tokens by its host.
      const called: unknown = Reflect.get(value, 'name') ?? Reflect.get(value, 'issuer')
      return typeof called === 'string' ? called : t(($) => $.settings.nothing)
    }
    if (name === 'underAttack' || name === 'failover' || name === 'widget/theme') {
      const words: Readonly<Record<string, string>> = t(($) => $.captchaSettings.choices, { returnObjects: true })
      return words[String(value)] ?? String(value)
    }
    if (name === 'language') return isLanguage(String(value)) ? languageNames[value as Language] : String(value)
    if (name === 'kind') return t(($) => $.organizations.kinds[value as Organization['kind']].name)
    if (name === 'countryCode') return countries.of(String(value)) ?? String(value)
    if (name === 'timezone') return value === 'Etc/UTC' ? 'UTC' : String(value).replaceAll('_', ' ')
    return String(value)
  }
  return textOf
}
