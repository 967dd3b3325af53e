import { isValidIBAN } from 'ibantools'

/** Whether a text is an IBAN, with spaces or without: its country, the length and form of that country, and its check digits. */
export function isIban(text: string): boolean {
  return isValidIBAN(text.replaceAll(/\s/gu, '').toUpperCase())
}
