import type { Language } from '@bollard/i18n'

const shown = 13

/** Months to choose from, the running one first. */
export function recentMonths(now: Date): string[] {
  return Array.from({ length: shown }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  )
}

/** The month of an address, or the one before the running one, which is the last whole one. */
export function monthOf(search: URLSearchParams, months: readonly string[]): string {
  const asked = search.get('month') ?? ''
  return months.includes(asked) ? asked : (months[1] ?? '')
}

/** A month such as `2026-11` in words. */
export function monthInWords(month: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' })
  return format.format(new Date(`${month}-15T00:00:00Z`))
}
