import { locales, type Language } from '@bollard/i18n'

/** The size of a file in kilobytes or megabytes, whichever reads better. */
export function writeSize(language: Language, bytes: number): string {
  const isLarge = bytes >= 1_000_000
  const unit = isLarge ? 'megabyte' : 'kilobyte'
  const value = isLarge ? bytes / 1_000_000 : Math.max(1, Math.round(bytes / 1000))
  return new Intl.NumberFormat(locales[language], {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(value)
}
