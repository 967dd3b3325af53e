const poolSize = 4_096

/**
 * Hands out small pieces of one larger draw: asking the system for eight bytes costs as much as for
 * four thousand. No byte is given twice. The piece is a view; use it at once.
 */
export function createRandomPool(randomBytes: (size: number) => Buffer): (size: number) => Buffer {
  let pool: Buffer = Buffer.alloc(0)
  let used = 0
  return (size) => {
    if (used + size > pool.length) {
      pool = randomBytes(Math.max(poolSize, size))
      used = 0
    }
    used += size
    return pool.subarray(used - size, used)
  }
}

/** The same for numbers of 32 bits, which need no view. */
export function createRandomNumbers(randomBytes: (size: number) => Buffer): () => number {
  let pool: Buffer = Buffer.alloc(0)
  let used = 0
  return () => {
    if (used === pool.length) {
      pool = randomBytes(poolSize)
      used = 0
    }
    used += 4
    return pool.readUInt32BE(used - 4)
  }
}
