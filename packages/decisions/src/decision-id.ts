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
  const time = now.toString(16).padStart(12, '0')
  // The version, and the variant in the two highest bits of the ninth byte.
  const version = 0x7000 | ((byteOf(random, at) & 0x0f) << 8) | byteOf(random, at + 1)
  const variant = (byteOf(random, at + 2) & 0x3f) | 0x80
  let id = `${time.slice(0, 8)}-${time.slice(8)}-${version.toString(16)}-${hexOfBytes[variant]}`
  for (let index = 3; index < randomBytesOfId; index++)
    id += index === 4 ? `-${hexOfBytes[byteOf(random, at + index)]}` : hexOfBytes[byteOf(random, at + index)]
  return id
}

function byteOf(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0
}

const hexOfBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
