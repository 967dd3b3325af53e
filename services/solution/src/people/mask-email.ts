/** "a•••@example.org": enough to recognise an address by that one knows, too little to learn one that one does not. */
export function maskEmail(email: string): string {
  return `${String.fromCodePoint(email.codePointAt(0) ?? 0)}•••${email.slice(email.lastIndexOf('@'))}`
}

/** The same for every address in what somebody has written freely. */
export function maskEmails(text: string): string {
  return text.replaceAll(/[^\s@<>()[\]"',;:]+@[^\s@<>()[\]"',;:]+/gu, maskEmail)
}
