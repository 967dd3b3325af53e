import { hkdfSync, timingSafeEqual } from 'node:crypto'
import { sign, type SigningKey, signingKey } from '@bollard/proof-of-work/server'

// work 2 (percent) ‖ end 4 (seconds since 1970) ‖ nonce 6 ‖ half of a mac 16.
const at = { percent: 0, endsAt: 2, nonce: 6, mac: 12, end: 28 } as const
const prefix = 'bwt1.'
const form = /^bwt1\.[\w-]{38}$/u
/** Of the usual work. */
export const workPercentMax = 10_000

/** Asks for more work: the protection of a site hands them out, and a start that brings one is as much work as it says. */
export interface WorkTickets {
  /** Good for starts at the site of a solution for so long; it can be brought more than once, since it only makes work. `percent` is of the usual. */
  issue(solutionId: string, percent: number, lifetimeMs: number, now: number): string
  /** How much work a ticket asks for in percent of the usual; null for one that is not ours, of another site, or over. */
  read(ticket: string, solutionId: string, now: number): number | null
  /** What signs the tickets of a solution. Whoever decides in its name may have it: it opens nothing else, and nothing of another solution. */
  secretOf(solutionId: string): Buffer
}

/** The first signing key signs, all verify. */
export function createWorkTickets(
  signingKeys: readonly { readonly secret: Buffer }[],
  randomBytes: (size: number) => Buffer,
): WorkTickets {
  const secretsOf = (solutionId: string) => signingKeys.map(({ secret }) => derive(secret, solutionId))
  const secretOf = (solutionId: string): Buffer => {
    const [first] = secretsOf(solutionId)
    if (first === undefined) throw new RangeError('at least one signing key is needed')
    return first
  }
  return {
    secretOf,
    issue(solutionId, percent, lifetimeMs, now) {
      const bytes = Buffer.alloc(at.end)
      bytes.writeUInt16BE(Math.min(workPercentMax, Math.max(1, Math.round(percent))), at.percent)
      bytes.writeUInt32BE(Math.floor((now + lifetimeMs) / 1_000), at.endsAt)
      randomBytes(at.mac - at.nonce).copy(bytes, at.nonce)
      macOf(signingKey(secretOf(solutionId)), bytes).copy(bytes, at.mac)
      return prefix + bytes.toString('base64url')
    },
    read(ticket, solutionId, now) {
      if (!form.test(ticket)) return null
      const bytes = Buffer.from(ticket.slice(prefix.length), 'base64url')
      if (bytes.length !== at.end || bytes.readUInt32BE(at.endsAt) * 1_000 < now) return null
      const isOurs = secretsOf(solutionId).some((secret) =>
        timingSafeEqual(macOf(signingKey(secret), bytes), bytes.subarray(at.mac)),
      )
      return isOurs ? Math.min(workPercentMax, bytes.readUInt16BE(at.percent)) : null
    },
  }
}

function macOf(key: SigningKey, bytes: Buffer): Buffer {
  const full = Buffer.alloc(32)
  sign(key, bytes.subarray(0, at.mac), full)
  return full.subarray(0, at.end - at.mac)
}

function derive(secret: Buffer, solutionId: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, solutionId, 'bollard protection ticket 1', 32))
}
