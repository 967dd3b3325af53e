import { useTranslation } from 'react-i18next'
import { useFormats } from '../../words/time-zone.tsx'

/** Settings as people read them, by the name of their field. */
export function useShownValue(): (name: string, value: unknown) => string {
  const { t } = useTranslation()
  const formats = useFormats()
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
    return String(value)
  }
  return textOf
}
