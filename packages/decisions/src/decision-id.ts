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
    return decisionId(now, block, used - randomBytesOfId)
  }
}

/**
 * The id of a decision made at `now` (milliseconds since 1970): a UUID of version 7 (RFC 9562 §5.7) with 74 random
 * bits, for which `random` has ten bytes of a secure generator from `at` on. Ids order by time as texts do.
 */
export function decisionId(now: number, random: Uint8Array, at = 0): string {
  const hex = (index: number) => hexOfBytes[random[at + index] ?? 0] ?? ''
  const time = now.toString(16).padStart(12, '0')
  // The version, and the variant in the two highest bits of the ninth byte.
  const variant = hexOfBytes[((random[at + 2] ?? 0) & 0x3f) | 0x80] ?? ''
  const [head, tail] = [`7${hex(0).slice(1)}${hex(1)}`, hex(4) + hex(5) + hex(6) + hex(7) + hex(8) + hex(9)]
  return `${time.slice(0, 8)}-${time.slice(8)}-${head}-${variant}${hex(3)}-${tail}`
}

const hexOfBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
