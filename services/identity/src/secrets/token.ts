import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits that mean nothing: for links in mails and for the first administrator. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** How a token is kept in the database. No salt is needed, since tokens cannot be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Whether two texts are equal, in a time that does not tell where they differ. */
export function isSameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
