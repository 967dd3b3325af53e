import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { ShortMemory } from './short-memory.ts'

/** Signed passes of the owner's own monitoring, of which each is good for one request, in its minute or the next. */
export interface ProbePasses {
  /** The value of the header `Bollard-Probe` for a request to this host. `now` in milliseconds since 1970. */
  issue(host: string, now: number): string
  /** Whether a value is one for this host, and was not seen here before. */
  use(text: string, host: string, now: number): boolean
}

const minuteMs = 60_000
/** Clocks of machines differ a little. */
const aheadMs = 5_000
const usedMax = 100_000
// minute 4 ‖ nonce 16 ‖ mac 32
const at = { nonce: 4, mac: 20, end: 52 } as const
const form = /^bgp1\.([\w-]{70})$/u

/** `secret` has at least 32 bytes, and is known to the gateways of a site and to what monitors it. */
export function createProbePasses(secret: Uint8Array, randomBytes: (count: number) => Uint8Array): ProbePasses {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'bollard gateway probe 1', 32))
  const used = new ShortMemory<true>(usedMax)
  const macOf = (head: Uint8Array, host: string): Buffer =>
    createHmac('sha256', key).update(head).update(host.slice(0, 253)).digest()
  return {
    issue(host, now) {
      const head = Buffer.alloc(at.mac)
      head.writeUInt32BE(Math.floor(now / minuteMs))
      head.set(randomBytes(at.mac - at.nonce), at.nonce)
      return `bgp1.${Buffer.concat([head, macOf(head, host)]).toString('base64url')}`
    },
    use(text, host, now) {
      const bytes = Buffer.from(form.exec(text)?.[1] ?? '', 'base64url')
      if (bytes.length !== at.end) return false
      const head = bytes.subarray(0, at.mac)
      const from = head.readUInt32BE() * minuteMs
      const isOurs = timingSafeEqual(macOf(head, host), bytes.subarray(at.mac))
      if (!isOurs || now < from - aheadMs || now >= from + 2 * minuteMs) return false
      const nonce = head.toString('latin1', at.nonce)
      if (used.get(nonce, now) === true) return false
      used.set(nonce, true, from + 2 * minuteMs, now)
      return true
    },
  }
}
