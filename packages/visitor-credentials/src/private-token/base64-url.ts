const pattern = /^[\w-]+={0,2}$/

/** Encodes with the padding that RFC 9577 demands. */
export function base64Url(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url')
  return text + '='.repeat(-text.length & 3)
}

/** Decodes base64url with or without padding; null when the text is something else, or spells the same bytes in another way. */
export function fromBase64Url(text: string): Buffer | null {
  if (!pattern.test(text)) return null
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text.replace(/=+$/, '') ? bytes : null
}
