/**
 * A verification id is a UUIDv7 whose time is the time of issue. The widget brings it back inside
 * the signed challenge, so it also carries what the service must not forget until the answer: the
 * number of the site's action (the 12 bits "rand_a") and the two letters of the page's language
 * (10 bits after the variant). 52 random bits beside the millisecond keep ids apart.
 */
export interface IdContext {
  /** Number of the action among the site's actions, 1…4095; 0 for none. */
  readonly action: number
  /** Two lower-case letters, or null. */
  readonly language: string | null
}

export const highestAction = 4095

/** `random` are 8 fresh random bytes. */
export function createVerificationId(at: number, context: IdContext, random: Buffer): string {
  const time = at.toString(16).padStart(12, '0')
  const letters = languageBits(context.language)
  const high = (0x8000 | (letters << 4) | (random.readUInt8(0) & 0x0f)).toString(16)
  const action = context.action.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${action}-${high}-${random.toString('hex', 2)}`
}

/** Milliseconds since 1970 at which the verification was issued; NaN when this is no UUIDv7. */
export function issuedAtOf(id: string): number {
  return id.charAt(14) === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : Number.NaN
}

export function contextOf(id: string): IdContext {
  const letters = (Number.parseInt(id.slice(19, 23), 16) >> 4) & 0x3ff
  const language = letters === 0 ? null : String.fromCharCode(96 + (letters >> 5), 96 + (letters & 31))
  return { action: Number.parseInt(id.slice(15, 18), 16), language }
}

function languageBits(language: string | null): number {
  return language === null ? 0 : ((language.charCodeAt(0) - 96) << 5) | (language.charCodeAt(1) - 96)
}

/** The two-letter language of a tag ("de-AT" → "de"), or null when it names none. */
export function twoLetters(tag: string | undefined): string | null {
  if (tag === undefined || tag.length < 2) return null
  const letters = tag.slice(0, 2).toLowerCase()
  const third = tag.charAt(2)
  return /^[a-z]{2}$/u.test(letters) && !/[a-z]/iu.test(third) ? letters : null
}
