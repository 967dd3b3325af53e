import { hkdfSync } from 'node:crypto'
import { signingKey, signText } from '@bollard/proof-of-work/server'
import { BoundedMap } from '../../records/memory/bounded-map.ts'

/** A JavaScript number holds so many bits exactly, and so does a `bigint` of the database. */
const markBytes = 6
const remembered = 50_000

/**
 * Names of networks and operators that reveal nothing without the secret: 48 bits of HMAC-SHA-256 under a key derived from the
 * service's own. The name of a network is the same at every site, so that sites can vouch for it. With another signing key all
 * names change, and every past starts again.
 */
export interface Marks {
  /** `network` as `networkOf` writes it. */
  ofNetwork(network: string): number
  /** The /32 of an IPv6 network; 0 for IPv4. */
  ofWideNetwork(network: string): number
  ofOperator(asn: number): number
  /** Of anything else; computed each time. */
  ofText(text: string): number
}

export function createMarks(signingKeys: readonly { readonly secret: Buffer; readonly isNext?: boolean }[]): Marks {
  // The last key that has signed is the oldest that is still valid: names stay the same while a new key takes over.
  const oldest = signingKeys.findLast(({ isNext }) => isNext !== true)
  if (oldest === undefined) throw new RangeError('at least one signing key is needed')
  const key = signingKey(
    Buffer.from(hkdfSync('sha256', oldest.secret, Buffer.alloc(0), 'bollard captcha network marks 1', 32)),
  )
  const signature = Buffer.alloc(32)
  const known = new BoundedMap<string, number>(remembered)
  const knownOperators = new BoundedMap<number, number>(remembered)
  function markOf(text: string): number {
    signText(key, text, signature)
    // 0 is the mark of a whole site.
    return signature.readUIntBE(0, markBytes) || 1
  }
  function remember(text: string): number {
    const found = known.get(text)
    if (found !== undefined) return found
    const mark = markOf(text)
    known.add(text, mark)
    return mark
  }
  return {
    ofNetwork: remember,
    ofText: markOf,
    ofWideNetwork(network) {
      const first = network.indexOf(':')
      if (first === -1) return 0
      const second = network.indexOf(':', first + 1)
      return remember(`${network.slice(0, second === -1 ? undefined : second)}::/32`)
    },
    ofOperator(asn) {
      const found = knownOperators.get(asn)
      if (found !== undefined) return found
      const mark = markOf(`AS${asn}`)
      knownOperators.add(asn, mark)
      return mark
    },
  }
}

const ownNetworks =
  /^(?:0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|f[cd][\da-f]{2}:|fe80:|0:0:0::)/u

/** Whether a network is not routed on the Internet: behind it may be everyone who comes through a proxy that is not trusted. */
export function isPrivateNetwork(network: string): boolean {
  return ownNetworks.test(network)
}
