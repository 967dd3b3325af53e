import { createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** An encryption key that the installation had before, or gets next. */
export interface OtherKey {
  /** 64 hexadecimal digits. */
  readonly secret: string
  /** Until then a chain may end with an entry under it: processes with either key write side by side. Null: no chain may. */
  readonly endsUntil: Date | null
}

interface RingKey {
  readonly key: Buffer
  readonly endsUntil: Date | null
}

/** The current key first. Until `useAuditKey` is called it is one of this process alone: what is written under it verifies nowhere else. */
let ring: readonly [RingKey, ...RingKey[]] = [{ key: randomBytes(32), endsUntil: null }]

/**
 * From now on entries are chained under this key, in this process. It lies outside the database: who can write there, and be it as its
 * owner, cannot make a chain that verifies. `secret` is the installation's encryption key, 64 hexadecimal digits. Entries under the
 * `others` stay true as long as a later entry, or a voucher, under the current key covers them (0073).
 */
export function useAuditKey(secret: string, others: readonly OtherKey[] = []): void {
  ring = [
    { key: derive(secret), endsUntil: null },
    ...others.map((other) => ({ key: derive(other.secret), endsUntil: other.endsUntil })),
  ]
}

/** The hash of an entry. `digest` covers all that it says and the hash of the entry before. */
export function sign(digest: Buffer): Buffer {
  return signWith(ring[0], digest)
}

/** The place in the ring of the key that signed; -1 where none did. The current key has 0. */
export function signerOf(digest: Buffer, hash: Buffer): number {
  return ring.findIndex((one) => signWith(one, digest).equals(hash))
}

/** Whether a chain may end with what the key at this place signed. */
export function mayEnd(place: number, now: Date): boolean {
  const until = ring[place]?.endsUntil ?? null
  return place === 0 || (until !== null && until > now)
}

/** The last entry of a chain. */
export interface ChainEnd {
  readonly scope: string
  readonly scopeId: string
  readonly number: number
  readonly hash: Buffer
}

/** Says under the current key that a chain ends so: what covers entries under a key from before where no entry has followed. */
export function vouch(end: ChainEnd): Buffer {
  return vouchWith(ring[0], end)
}

/** The place in the ring of the key that vouched; -1 where none did. */
export function voucherOf(end: ChainEnd, signature: Buffer): number {
  return ring.findIndex((one) => vouchWith(one, end).equals(signature))
}

function derive(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'hex'), '', 'bollard audit log', 32))
}

const signWith = ({ key }: RingKey, digest: Buffer): Buffer => createHmac('sha256', key).update(digest).digest()

/** Longer than any digest, so that one can never pass for the other. */
function vouchWith(one: RingKey, { scope, scopeId, number, hash }: ChainEnd): Buffer {
  const text = JSON.stringify(['This chain ends so', scope, scopeId, number, hash.toString('hex')])
  return signWith(one, Buffer.from(text))
}
