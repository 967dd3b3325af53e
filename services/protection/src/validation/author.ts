import { createHmac } from 'node:crypto'
import { isPublicAddress } from '@bollard/addresses'
import { limitedIp } from '@bollard/http'

/** What can be known of who wrote a message. */
export interface AuthorFacts {
  readonly solutionId: string
  /** As the customer's server sees it. */
  readonly address: string | undefined
  /** Box of the form's first address for mail that can be one. */
  readonly box: string | undefined
  readonly text: string
}

/**
 * Keyed hash of who wrote a message, so that nobody teaches a filter by writing much. The network comes first, since a
 * new address for mail costs nothing; an address that is not public is that of a proxy and says nothing. Where nothing
 * is known, equal texts are of one author.
 */
export function authorOf(key: Buffer, { solutionId, address, box, text }: AuthorFacts): string {
  const network = address !== undefined && isPublicAddress(address) ? limitedIp(address) : undefined
  const known = network !== undefined ? `network ${network}` : box !== undefined ? `box ${box}` : `text ${text}`
  return hashFor(key, `author ${solutionId} ${known}`).toString('base64url')
}

/** 16 bytes that reveal nothing without the key. */
export function hashFor(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest().subarray(0, 16)
}
