import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { createNonceMemory } from '../nonce-memory.ts'

/** The header that carries a pass. */
export const probePassHeader = 'bollard-probe'

const minuteMs = 60_000
/** Clocks of machines differ a little. */
const aheadMs = 5_000
const usedMax = 100_000
const hostsMax = 20_000
// minute 4 ‖ nonce 16 ‖ mac 32
const at = { nonce: 4, mac: 20, end: 52 } as const
const form = /^bgp1\.([\w-]{70})$/u

/**
 * The key of one host. Whatever checks that host needs no more than it, and can make passes for no other host.
 * @param secret at least 32 bytes, known to the gateways of a site and to their owner
 * @param host in lower case, without a port, brackets and a dot at its end
 */
export function probePassKey(secret: string | Uint8Array, host: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `bollard gateway probe 1, ${host.slice(0, 253)}`, 32))
}

/**
 * A pass for one request to the host of a key.
 * @param now milliseconds since 1970
 * @returns the value of the header `Bollard-Probe`
 */
export function issueProbePass(key: Uint8Array, now: number, randomBytes: (count: number) => Uint8Array): string {
  const head = Buffer.alloc(at.mac)
  head.writeUInt32BE(Math.floor(now / minuteMs))
  head.set(randomBytes(at.mac - at.nonce), at.nonce)
  return `bgp1.${Buffer.concat([head, macOf(key, head)]).toString('base64url')}`
}

/** Signed passes of the owner's own monitoring, of which each is good for one request, in its minute or the next. */
export interface ProbePasses {
  /** Whether a value is a pass for this host, and was not seen here before. `now` in milliseconds since 1970. */
  use(text: string, host: string, now: number): boolean
}

/** Takes passes that were issued with keys of a secret. A pass is used up in this process alone. */
export function createProbePasses(secret: string | Uint8Array): ProbePasses {
  const keys = new Map<string, Buffer>()
  const used = createNonceMemory(usedMax)
  function keyOf(host: string): Buffer {
    const known = keys.get(host)
    if (known !== undefined) return known
    const key = probePassKey(secret, host)
    if (keys.size >= hostsMax) keys.clear()
    keys.set(host, key)
    return key
  }
  return {
    use(text, host, now) {
      const bytes = Buffer.from(form.exec(text)?.[1] ?? '', 'base64url')
      if (bytes.length !== at.end) return false
      const head = bytes.subarray(0, at.mac)
      const from = head.readUInt32BE() * minuteMs
      const isOurs = timingSafeEqual(macOf(keyOf(host), head), bytes.subarray(at.mac))
      if (!isOurs || now < from - aheadMs || now >= from + 2 * minuteMs) return false
      // By what was signed: base64url has several spellings of the same bytes.
      return used.use(head.toString('latin1'), Math.ceil(from / 1_000) + 120, Math.floor(now / 1_000))
    },
  }
}

function macOf(key: Uint8Array, head: Uint8Array): Buffer {
  return createHmac('sha256', key).update(head).digest()
}
