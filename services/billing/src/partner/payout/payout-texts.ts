/** What self-billed documents say, by the language of the partner. */
export const payoutTexts = {
  en: {
    line: 'Commissions for payments of customers, {{month}}',
    paid: 'We transfer the amount to your account.',
    takenBack: 'The transfer of {{number}} failed. This document takes it back; the commissions are paid with a later one.',
    reverseCharge: 'Reverse charge, Art. 196 Directive 2006/112/EC',
    outsideScope: 'Not subject to VAT in the country of the supplier; the recipient accounts for it where required',
  },
  de: {
    line: 'Provisionen für Zahlungen von Kunden, {{month}}',
    paid: 'Wir überweisen den Betrag auf Ihr Konto.',
    takenBack: 'Die Überweisung zu {{number}} ist gescheitert. Dieser Beleg nimmt sie zurück; die Provisionen werden mit einem späteren ausgezahlt.',
    reverseCharge: 'Steuerschuldnerschaft des Leistungsempfängers, Art. 196 Richtlinie 2006/112/EG',
    outsideScope: 'Im Land des Leistungserbringers nicht umsatzsteuerbar; der Leistungsempfänger führt die Steuer ab, wo sie anfällt',
  },
} as const

export function monthName(month: string, language: 'en' | 'de'): string {
  return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-15T00:00:00Z`))
}
