import { createHash } from 'node:crypto'
import type { KeptSecrets } from '../../supervise/keep-secrets.ts'
import { otherKeysOf } from '../../supervise/key-ring.ts'
import { writeOtherKey } from '../../supervise/other-key.ts'

export type Which = 'signing' | 'session' | 'encryption'
export const kinds: readonly Which[] = ['signing', 'session', 'encryption']

/** For so long the audit log may end under the key from before: the time between the two reloads and the last step. */
const overlapMs = 7 * 86_400_000

/** First step: the next secret is known to every process and verifies, and the one of now still signs. */
export function prepared(kept: KeptSecrets, which: Which, next: string, now: Date): KeptSecrets {
  const rotation = { which, step: 'prepared', next } as const
  if (which === 'signing') return { ...kept, captchaSigningKeys: [`+${next}`, ...kept.captchaSigningKeys], rotation }
  if (which === 'session')
    return { ...kept, formerSessionSecrets: [next, ...(kept.formerSessionSecrets ?? [])], rotation }
  const entry = writeOtherKey({ secret: next, endsUntil: new Date(now.getTime() + overlapMs) })
  return { ...kept, formerEncryptionKeys: [entry, ...(kept.formerEncryptionKeys ?? [])], rotation }
}

/** Second step: the next one signs, and the one before still verifies. */
export function swapped(kept: KeptSecrets, now: Date): KeptSecrets {
  if (kept.rotation?.step !== 'prepared') return kept
  const { which, next } = kept.rotation
  const rotation = { ...kept.rotation, step: 'swapped' } as const
  if (which === 'signing') {
    const others = kept.captchaSigningKeys.filter((key) => key !== `+${next}`)
    // Two are valid at a time: what the one before the last has signed is long over.
    return { ...kept, captchaSigningKeys: [next, ...others].slice(0, 2), rotation }
  }
  if (which === 'session') {
    const others = (kept.formerSessionSecrets ?? []).filter((secret) => secret !== next)
    return { ...kept, sessionSecret: next, formerSessionSecrets: [kept.sessionSecret, ...others], rotation }
  }
  const others = (kept.formerEncryptionKeys ?? []).filter((entry) => !entry.startsWith(next))
  const before = writeOtherKey({ secret: kept.encryptionKey, endsUntil: new Date(now.getTime() + overlapMs) })
  return { ...kept, encryptionKey: next, formerEncryptionKeys: [before, ...others], rotation }
}

/**
 * Last step, once nothing ends under or is sealed with the one before: it opens what it signed until `now`, and nothing newer. The moment
 * stays with the key, since a backup from before may end under it.
 */
export function finished({ rotation, ...kept }: KeptSecrets, now: Date): KeptSecrets {
  if (rotation?.which !== 'encryption') return kept
  const others = otherKeysOf(kept).map((key) =>
    writeOtherKey(key.endsUntil !== null && key.endsUntil > now ? { ...key, endsUntil: now } : key),
  )
  return { ...kept, formerEncryptionKeys: others }
}

/** A challenge names its key by one byte, so a new key must have another than those that it joins. */
export function nextSigningKey(present: readonly string[], random: () => string): string {
  const idOf = (key: string) =>
    createHash('sha256')
      .update(Buffer.from(key.replace('+', ''), 'hex'))
      .digest()[0]
  const taken = new Set(present.map(idOf))
  for (;;) {
    const key = random()
    if (!taken.has(idOf(key))) return key
  }
}
