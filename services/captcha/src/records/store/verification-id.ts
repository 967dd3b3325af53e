// One buffer serves every call: nothing is awaited between the first write and the copy into text.
const scratch = Buffer.alloc(36, '-')

/** A verification id: a UUIDv7 (RFC 9562) whose time is the time of issue. `random` are 10 fresh random bytes. */
export function createVerificationId(at: number, random: Buffer): string {
  writeDigits(0, Math.floor(at / 0x1_0000), 8)
  writeDigits(9, at % 0x1_0000, 4)
  writeDigits(14, 0x7000 | (random.readUInt16BE(0) & 0x0fff), 4)
  writeDigits(19, 0x8000 | (random.readUInt16BE(2) & 0x3fff), 4)
  writeDigits(24, random.readUInt16BE(4), 4)
  writeDigits(28, random.readUInt32BE(6), 8)
  return scratch.toString('latin1')
}

/** Writes the last digits of a number, at most eight, in hexadecimal. */
function writeDigits(at: number, value: number, digits: number): void {
  for (let index = at + digits - 1, left = value; index >= at; index--, left >>>= 4) {
    const digit = left & 0xf
    scratch[index] = digit < 10 ? 0x30 + digit : 0x57 + digit
  }
}

/** Milliseconds since 1970 at which the verification was issued; NaN when this is no UUIDv7. */
export function issuedAtOf(id: string): number {
  return id.charAt(14) === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : Number.NaN
}

/** The two-letter language of a tag ("de-AT" → "de"), or null when it names none. */
export function twoLetters(tag: string | undefined): string | null {
  if (tag === undefined || tag.length < 2) return null
  if (isSmallLetter(tag.charCodeAt(0)) && isSmallLetter(tag.charCodeAt(1)) && (tag.length === 2 || tag[2] === '-'))
    return tag.length === 2 ? tag : tag.slice(0, 2)
  const letters = tag.slice(0, 2).toLowerCase()
  const third = tag.charAt(2)
  return /^[a-z]{2}$/u.test(letters) && !/[a-z]/iu.test(third) ? letters : null
}

const isSmallLetter = (code: number): boolean => code >= 0x61 && code <= 0x7a

/**
 * The first and the last of some times. A statement that has them as bounds looks only at partitions of these days: where some
 * site keeps its log for a year, to look at every day of it would cost each redemption of all others.
 */
export function timesOf(times: readonly number[]): [first: number, last: number] {
  return [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))]
}
