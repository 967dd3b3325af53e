const randomBytesOfId = 10
/** Asking a generator for many bytes at once costs little more than asking for ten. */
const idsOfBlock = 256

/** Makes ids of decisions with bytes of a secure generator, such as `randomBytes` of node:crypto. */
export function createDecisionIds(random: (count: number) => Uint8Array): (now: number) => string {
  let block = ''
  let used = 0
  return (now) => {
    if (used + digitsOfId > block.length) {
      block = hexOf(random(idsOfBlock * randomBytesOfId))
      used = 0
    }
    used += digitsOfId
    return idOf(now, block, used - digitsOfId)
  }
}

/**
 * The id of a decision made at `now` (milliseconds since 1970): a UUID of version 7 (RFC 9562 §5.7) with 74 random
 * bits, for which `random` has ten bytes of a secure generator. Ids order by time as texts do.
 */
export function decisionId(now: number, random: Uint8Array): string {
  return idOf(now, hexOf(random.subarray(0, randomBytesOfId)), 0)
}

/** The same with random bits as digits, of which it uses 20 from `at` on. */
function idOf(now: number, hex: string, at: number): string {
  const time = now.toString(16).padStart(12, '0')
  // The version, and the variant in the two highest bits of the ninth byte.
  const variant = variants[Number.parseInt(hex.charAt(at + 4), 16) & 0x3] ?? ''
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(at + 1, at + 4)}-${variant}${hex.slice(at + 5, at + 8)}-${hex.slice(at + 8, at + digitsOfId)}`
}

const variants = '89ab'
const digitsOfId = 2 * randomBytesOfId

const hexOfBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function hexOf(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += hexOfBytes[byte]
  return hex
}
