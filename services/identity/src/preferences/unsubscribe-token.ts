import { timingSafeEqual } from 'node:crypto'
import { mailCategories } from '@bollard/contracts'
import { keyedHash } from '../secrets/derive-key.ts'
import { isUuid } from '../users/user.ts'
import type { MailCategory } from './preferences.ts'

/** What a token stands for. */
export interface Unsubscription {
  readonly userId: string
  readonly category: MailCategory
}

/** For the `List-Unsubscribe` header of one mail category to one person. It never ends, as old mails have to work, and it opens nothing else. */
export function unsubscribeUrl(
  { apiUrl, secret }: { apiUrl: string; secret: string },
  userId: string,
  category: MailCategory,
): string {
  return `${apiUrl}/identity/v1/unsubscriptions?token=${createUnsubscribeToken(secret, { userId, category })}`
}

/** `userId.category.signature`, all of it safe in an address. */
export function createUnsubscribeToken(secret: string, { userId, category }: Unsubscription): string {
  return `${userId}.${category}.${keyedHash(secret, 'unsubscribe', `${userId}\0${category}`)}`
}

/** Null for anything that we have not signed. */
export function readUnsubscribeToken(secret: string, token: string): Unsubscription | null {
  const [userId = '', name = '', signature = '', ...more] = token.split('.')
  const category = mailCategories.find((each) => each === name)
  if (category === undefined || !isUuid(userId) || more.length > 0) return null
  const [given, expected] = [
    Buffer.from(signature),
    Buffer.from(keyedHash(secret, 'unsubscribe', `${userId}\0${category}`)),
  ]
  return given.length === expected.length && timingSafeEqual(given, expected) ? { userId, category } : null
}
