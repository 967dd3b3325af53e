import type { Invoice, Line } from '@bollard/e-invoice'

type Language = Invoice['language']

interface InvoiceWords {
  /** Names of the types of solutions. */
  readonly types: Readonly<Record<'CAPTCHA' | 'MONITORING' | 'BUNDLE_SECURITY', string>>
  readonly plan: (plan: string, type: string) => string
  readonly upgrade: (plan: string, type: string) => string
  readonly overage: string
  readonly overageOf: (month: string, plan: string) => string
  readonly solution: (label: string, span: string) => string
  readonly terms: Readonly<Record<'CARD' | 'SEPA_DEBIT' | 'BANK_TRANSFER', (days: number) => string>>
  readonly takenBack: string
  readonly notPaid: string
  readonly taxReasons: Readonly<Record<'REVERSE_CHARGE' | 'OUTSIDE_SCOPE', string>>
}

/** Words of invoices that are not part of every one. */
export const invoiceWords: Readonly<Record<Language, InvoiceWords>> = {
  en: {
    types: { CAPTCHA: 'CAPTCHA', MONITORING: 'Monitoring', BUNDLE_SECURITY: 'Security bundle' },
    plan: (plan, type) => `${type}, ${plan} plan`,
    upgrade: (plan, type) => `${type}, change to the ${plan} plan`,
    overage: 'Verifications beyond the included ones',
    overageOf: (month, plan) => `${month}, ${plan} plan`,
    solution: (label, span) => `${label}, ${span}`,
    terms: {
      CARD: () => 'The amount is collected from your card. There is nothing to do.',
      SEPA_DEBIT: () => 'The amount is collected by SEPA direct debit. There is nothing to do.',
      BANK_TRANSFER: (days) => `Payable within ${days} days without deduction.`,
    },
    takenBack: 'The amount is set off, or paid back if it was paid.',
    notPaid: 'The first payment was not made, so the plan was not begun.',
    taxReasons: {
      REVERSE_CHARGE: 'Reverse charge, Art. 196 Directive 2006/112/EC',
      OUTSIDE_SCOPE: 'Not subject to VAT in the country of the supplier; the recipient accounts for it where required',
    },
  },
  de: {
    types: { CAPTCHA: 'CAPTCHA', MONITORING: 'Monitoring', BUNDLE_SECURITY: 'Sicherheitspaket' },
    plan: (plan, type) => `${type}, Tarif ${plan}`,
    upgrade: (plan, type) => `${type}, Wechsel in den Tarif ${plan}`,
    overage: 'Prüfungen über die enthaltenen hinaus',
    overageOf: (month, plan) => `${month}, Tarif ${plan}`,
    solution: (label, span) => `${label}, ${span}`,
    terms: {
      CARD: () => 'Der Betrag wird von Ihrer Karte eingezogen. Sie müssen nichts tun.',
      SEPA_DEBIT: () => 'Der Betrag wird per SEPA-Lastschrift eingezogen. Sie müssen nichts tun.',
      BANK_TRANSFER: (days) => `Zahlbar innerhalb von ${days} Tagen ohne Abzug.`,
    },
    takenBack: 'Der Betrag wird verrechnet oder, falls er bezahlt wurde, zurückgezahlt.',
    notPaid: 'Die erste Zahlung blieb aus, der Tarif wurde daher nicht begonnen.',
    taxReasons: {
      REVERSE_CHARGE: 'Steuerschuldnerschaft des Leistungsempfängers (Reverse charge, Art. 196 Richtlinie 2006/112/EG)',
      OUTSIDE_SCOPE: 'Nicht steuerbar im Land des leistenden Unternehmers; der Leistungsempfänger führt die Steuer ab, soweit erforderlich',
    },
  },
}

const locales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' }

/** `12/03/2026 – 11/04/2026`; `to` is the first moment after the span. */
export function spanInWords(language: Language, from: Date, to: Date): string {
  const format = new Intl.DateTimeFormat(locales[language], { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })
  return `${format.format(from)} – ${format.format(lastDay(from, to))}`
}

export function monthInWords(language: Language, at: Date): string {
  return new Intl.DateTimeFormat(locales[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(at)
}

/** The day of the last moment before `to`, and never one before `from`. */
export function lastDay(from: Date, to: Date): Date {
  return new Date(Math.max(from.getTime(), to.getTime() - 1))
}

/** `Business` for `BUSINESS`: plans are called the same in both languages. */
export function planInWords(code: string): string {
  return code
    .toLowerCase()
    .split('_')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ')
}

export const intervalUnits: Readonly<Record<'MONTHLY' | 'YEARLY', Line['unit']>> = { MONTHLY: 'MON', YEARLY: 'ANN' }
