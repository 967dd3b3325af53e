import { hash, hkdfSync } from 'node:crypto'
import { formatNetwork, parseAddress, parsed } from '@bollard/addresses'

const dayMs = 86_400_000

/** Keyed hashes of one site: whoever lacks its secret finds out by no trying whose they are. */
export interface SiteHashes {
  /** Keys of limits in the store. */
  readonly limitSecret: Buffer
  /** 16 bytes for a network, with a new key each day. */
  readonly visitorOf: (network: string, at: Date) => Buffer
  /** 8 bytes in hex for a key of a limiter, with a new key each day. */
  readonly keyOf: (key: Buffer, at: Date) => string
  /** A number from 0 to below 1 for a network, the same for as long as `about` is. */
  readonly shareOf: (network: string, about: string) => number
  /** 16 bytes for a network, the same for as long as `about` is. */
  readonly guardedAs: (network: string, about: string) => Buffer
}

export function createSiteHashes(secret: Buffer): SiteHashes {
  const derive = (info: string) => Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), info, 32))
  const [limitSecret, daySecret, shareSecret] = ['limits', 'days', 'shares'].map((use) =>
    derive(`bollard protection ${use} 1`),
  )
  if (limitSecret === undefined || daySecret === undefined || shareSecret === undefined) throw new Error('three keys')
  let today = { day: Number.NaN, key: '' }
  const keyOfDay = (at: Date): string => {
    const day = Math.floor(at.getTime() / dayMs)
    if (today.day !== day) today = { day, key: hash('sha256', `${daySecret.toString('hex')} ${day}`, 'hex') }
    return today.key
  }
  const shareKey = shareSecret.toString('hex')
  const guardedAs = (network: string, about: string) =>
    hash('sha256', `${shareKey} ${about} ${network}`, 'buffer').subarray(0, 16)
  return {
    limitSecret,
    visitorOf: (network, at) => hash('sha256', `${keyOfDay(at)} ${network}`, 'buffer').subarray(0, 16),
    keyOf: (key, at) => hash('sha256', keyOfDay(at) + key.toString('hex'), 'buffer').toString('hex', 0, 8),
    shareOf: (network, about) => guardedAs(network, about).readUInt32BE() / 2 ** 32,
    guardedAs,
  }
}

/** The network that counts as one visitor: IPv4 by itself, IPv6 by its /64; null for what is no address. */
export function visitorNetwork(address: string | null): string | null {
  if (address === null || !parseAddress(address)) return null
  const { family, words } = parsed
  if (family === 0) return null
  const first = Uint32Array.from(family === 4 ? [words[0] ?? 0] : [words[0] ?? 0, words[1] ?? 0, 0, 0])
  return formatNetwork({ family, prefix: family === 4 ? 32 : 64, first, last: first })
}
