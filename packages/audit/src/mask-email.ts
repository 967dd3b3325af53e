/** `a…@example.org`: enough for its owner to recognise it. */
export function maskEmail(email: string): string {
  const [first = ''] = email
  return `${first}…${email.slice(email.lastIndexOf('@'))}`
}

/** The same for every address in free text. */
export function maskEmails(text: string): string {
  return text.replaceAll(/[^\s@<>()[\]"',;:]+@[^\s@<>()[\]"',;:]+/gu, maskEmail)
}
