/** Whether an account number has the form of an IBAN and its check digits: all of it as a number leaves 1 when divided by 97. */
export function isIban(text: string): boolean {
  const iban = text.replaceAll(/\s/gu, '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/u.test(iban)) return false
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/gu, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}
