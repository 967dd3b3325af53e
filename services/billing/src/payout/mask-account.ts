/** The country and the last four digits, in as many characters as the IBAN has. */
export function maskAccount(iban: string): string {
  return `${iban.slice(0, 2)}${'X'.repeat(Math.max(0, iban.length - 6))}${iban.slice(-4)}`
}
