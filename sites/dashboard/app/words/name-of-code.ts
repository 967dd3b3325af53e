import type { Language } from '@bollard/i18n'

/** A language or country in words. Some engines know fewer than others: then the code itself. */
export function nameOfCode(type: 'language' | 'region', code: string, language: Language): string {
  try {
    return `${new Intl.DisplayNames(language, { type }).of(code) ?? code}`
  } catch {
    return code
  }
}
