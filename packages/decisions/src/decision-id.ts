/** How many random bytes an id takes. */
export const decisionIdBytes = 10

/**
 * The id of a decision made at `now` (milliseconds since 1970): a UUID of version 7 (RFC 9562 §5.7) with 74 random bits, for
 * which `random` has ten bytes of a secure generator. Ids order by time as texts do.
 */
export function decisionId(now: number, random: Uint8Array): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.set(random.subarray(0, decisionIdBytes), 6)
  bytes.writeUInt8(((bytes[6] ?? 0) & 0x0f) | 0x70, 6)
  bytes.writeUInt8(((bytes[8] ?? 0) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
