import { z } from 'zod'

/** Cookie that holds a random id of this browser, and the header in which the client sends it on. */
export const browserIdCookie = 'browser_id'
export const browserIdHeader = 'browser-id'

/**
 * Sites call the services from server to server. With the shared secret in `internalSecretHeader` a service believes the
 * address of the visitor in `clientIpHeader`; without it that header is ignored.
 */
export const internalSecretHeader = 'x-bollard-internal'
/** Under this id a trusted proxy, our sites and the services log what belongs to one request. */
export const requestIdHeader = 'x-request-id'
export const clientIpHeader = 'x-bollard-client-ip'

/** Why a body that somebody sends can be refused, by any route that limits how often. */
export const bodyProblems = [
  'malformed-json',
  'unknown-field',
  'validation-failed',
  'too-large',
  'rate-limited',
] as const

/** Carries whether the visitor's request reached our site through something that forwards requests: "trusted" or "untrusted". Believed likewise. */
export const forwardedHeader = 'x-bollard-forwarded'

/** The cookie that opens the local mailbox, in the address that the server prints too. */
export const mailboxKeyCookie = 'mailbox_key'

/** Ids are UUIDs; ours are version 7, so they sort by time. */
export const idSchema = z.uuid()
/** Whole minor units, such as cents, and an ISO 4217 code. */
export const moneySchema = z.object({ amountMinor: z.int(), currency: z.string().regex(/^[A-Z]{3}$/u) })
export type Money = z.infer<typeof moneySchema>
/** Counts the changes of a thing, so that whoever changes it says what they had read. No greater than what a database column holds. */
export const versionSchema = z.int().min(0).max(2_147_483_647)
/** RFC 3339 in UTC. */
export const timeSchema = z.iso.datetime()

/**
 * Text of one line in any script: no control characters, no halves of characters, which no database stores, and nothing
 * that reverses the direction of the text around it.
 */
export const lineOfText = /^[^\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]*$/u

/** A month, such as `2026-11`. */
export const monthSchema = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/u)

/** Text of letters, digits, `_` and `-`, which needs no escape anywhere. */
export const wordOfText = /^[\w-]*$/u

/** One page of a list. `nextCursor` is null on the last page. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() })
}
/** `limit` 1–100, default 25; `cursor` as an earlier answer gave it. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z.string().max(200).optional(),
}
