import { hkdfSync } from 'node:crypto'
import { isSigned, sign, signingKey, type SigningKey } from '@bollard/proof-of-work/server'

/** What a pass is good for: one start, in this minute or the next, at this environment, on pages of this host. */
export interface PassTerms {
  /** Number of the environment inside the captcha service. */
  readonly environmentId: number
  /** Host of the page as browsers write it, without brackets. */
  readonly host: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** A pass that is ours and fits. It still has to be used, which it can be once. */
export interface GoodPass {
  /** Names the pass among those that were used. */
  readonly nonce: string
  /** Seconds since 1970 at which it ends. */
  readonly expiresAt: number
}

export interface ProbePasses {
  issue(terms: PassTerms): string
  /** Null for whatever is wrong with it; nothing tells one fault from another. */
  read(pass: string, terms: PassTerms): GoodPass | null
}

// key 1 ‖ environment 4 ‖ minute 4 ‖ nonce 16 ‖ mac 32. The host is signed and not told: whoever shows the pass names it.
const at = { environment: 1, minute: 5, nonce: 9, mac: 25, end: 57 } as const
const prefix = 'bpp1.'
const form = /^bpp1\.[\w-]{76}$/u
const minuteMs = 60_000
/** Clocks of processes differ a little. */
const aheadMs = 5_000

/**
 * Signs and reads the passes of our own monitoring. The keys are derived from the signing keys, so that no other signature of the
 * service is one of a pass, and who has only the source can make none. The first key signs, all verify.
 */
export function createProbePasses(
  signingKeys: readonly { readonly id: number; readonly secret: Buffer }[],
  randomBytes: (size: number) => Buffer,
): ProbePasses {
  const keys = new Map(signingKeys.map(({ id, secret }) => [id, passKey(secret)]))
  const first = signingKeys[0]
  const signer = first && keys.get(first.id)
  if (first === undefined || signer === undefined) throw new RangeError('at least one signing key is needed')
  return {
    issue({ environmentId, host, now }) {
      const bytes = Buffer.alloc(at.end)
      bytes[0] = first.id
      bytes.writeUInt32BE(environmentId, at.environment)
      bytes.writeUInt32BE(Math.floor(now / minuteMs), at.minute)
      randomBytes(at.mac - at.nonce).copy(bytes, at.nonce)
      sign(signer, messageOf(bytes, host), bytes, at.mac)
      return prefix + bytes.toString('base64url')
    },
    read(pass, { environmentId, host, now }) {
      if (!form.test(pass)) return null
      const bytes = Buffer.from(pass.slice(prefix.length), 'base64url')
      const known = keys.get(bytes.readUInt8(0))
      // Looked at in any case and all of it: the time it takes tells nothing of what is wrong.
      const isOurs = isSigned(known ?? signer, messageOf(bytes, host), bytes.subarray(at.mac))
      const isOfHere = bytes.readUInt32BE(at.environment) === environmentId
      const from = bytes.readUInt32BE(at.minute) * minuteMs
      const isNow = now >= from - aheadMs && now < from + 2 * minuteMs
      return known !== undefined && isOurs && isOfHere && isNow
        ? { nonce: bytes.toString('hex', at.nonce, at.mac), expiresAt: from / 1_000 + 120 }
        : null
    },
  }
}

function messageOf(bytes: Buffer, host: string): Buffer {
  return Buffer.concat([bytes.subarray(0, at.mac), Buffer.from(host.slice(0, 253))])
}

function passKey(secret: Buffer): SigningKey {
  return signingKey(Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'bollard probe pass 1', 32)))
}
