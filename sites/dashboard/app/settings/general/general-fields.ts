import type { Solution } from '@bollard/contracts'
import { isLanguage, type Language } from '@bollard/i18n'

/** What the form of the page changes. */
export interface GeneralFields {
  label: string
  timezone: string
  language: Language
  notificationEmails: string[]
  /** Null where billing knows nothing of the solution. */
  usageAlertPercents: number[] | null
}
export type GeneralField = keyof GeneralFields

export function fieldsOf({ label, timezone, language, notificationEmails, billing }: Solution): GeneralFields {
  return { label, timezone, language, notificationEmails, usageAlertPercents: billing?.usageAlertPercents ?? null }
}

/** The fields as somebody typed them: one address a line, percentages between commas. */
export type TypedFields = Record<GeneralField, string>

export function typeFields({
  label,
  timezone,
  language,
  notificationEmails,
  usageAlertPercents,
}: GeneralFields): TypedFields {
  return {
    label,
    timezone,
    language,
    notificationEmails: notificationEmails.join('\n'),
    usageAlertPercents: usageAlertPercents?.join(', ') ?? '',
  }
}

/** Reads what was typed. What is no number becomes one that the service refuses, so that its place is told. */
export function readFields(typed: TypedFields, knowsUsage: boolean): GeneralFields {
  const emails = new Map(piecesOf(typed.notificationEmails).map((email) => [email.toLowerCase(), email]))
  const percents = piecesOf(typed.usageAlertPercents.replaceAll('%', ' ')).map((text) =>
    /^\d{1,6}$/u.test(text) ? Number(text) : -1,
  )
  return {
    label: typed.label.trim(),
    timezone: typed.timezone,
    language: isLanguage(typed.language) ? typed.language : 'en',
    notificationEmails: [...emails.values()],
    usageAlertPercents: knowsUsage ? [...new Set(percents)].toSorted((a, b) => a - b) : null,
  }
}

function piecesOf(text: string): string[] {
  return text.split(/[\s,;]+/u).filter(Boolean)
}
