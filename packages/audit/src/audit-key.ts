import { createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Until `useAuditKey` is called it is one of this process alone: what is written under it verifies nowhere else. */
let key: Buffer = randomBytes(32)

/**
 * From now on entries are chained under this key, in this process. It lies outside the database: who can write there, and be it as its
 * owner, cannot make a chain that verifies. `secret` is the installation's encryption key, 64 hexadecimal digits.
 */
export function useAuditKey(secret: string): void {
  key = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'hex'), '', 'bollard audit log', 32))
}

/** The hash of an entry. `digest` covers all that it says and the hash of the entry before. */
export function sign(digest: Buffer): Buffer {
  return createHmac('sha256', key).update(digest).digest()
}
