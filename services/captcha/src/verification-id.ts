/** A verification id: a UUIDv7 (RFC 9562) whose time is the time of issue. `random` are 10 fresh random bytes. */
export function createVerificationId(at: number, random: Buffer): string {
  const time = at.toString(16).padStart(12, '0')
  const a = (0x7000 | (random.readUInt16BE(0) & 0x0fff)).toString(16)
  const b = (0x8000 | (random.readUInt16BE(2) & 0x3fff)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-${a}-${b}-${random.toString('hex', 4, 10)}`
}

/** Milliseconds since 1970 at which the verification was issued; NaN when this is no UUIDv7. */
export function issuedAtOf(id: string): number {
  return id.charAt(14) === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : Number.NaN
}

/** The two-letter language of a tag ("de-AT" → "de"), or null when it names none. */
export function twoLetters(tag: string | undefined): string | null {
  if (tag === undefined || tag.length < 2) return null
  const letters = tag.slice(0, 2).toLowerCase()
  const third = tag.charAt(2)
  return /^[a-z]{2}$/u.test(letters) && !/[a-z]/iu.test(third) ? letters : null
}
