const randomBytesOfId = 10
/** Asking a generator for many bytes at once costs little more than asking for ten. */
const idsOfBlock = 256

/** Makes ids of decisions with bytes of a secure generator, such as `randomBytes` of node:crypto. */
export function createDecisionIds(random: (count: number) => Uint8Array): (now: number) => string {
  let block: Uint8Array = new Uint8Array()
  let used = 0
  return (now) => {
    if (used + randomBytesOfId > block.length) {
      block = random(idsOfBlock * randomBytesOfId)
      used = 0
    }
    used += randomBytesOfId
    return decisionId(now, block.subarray(used - randomBytesOfId, used))
  }
}

/**
 * The id of a decision made at `now` (milliseconds since 1970): a UUID of version 7 (RFC 9562 §5.7) with 74 random
 * bits, for which `random` has ten bytes of a secure generator. Ids order by time as texts do.
 */
export function decisionId(now: number, random: Uint8Array): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.set(random.subarray(0, randomBytesOfId), 6)
  bytes.writeUInt8(((bytes[6] ?? 0) & 0x0f) | 0x70, 6)
  bytes.writeUInt8(((bytes[8] ?? 0) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
