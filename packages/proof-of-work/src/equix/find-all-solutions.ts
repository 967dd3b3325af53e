/**
 * Every Equi-X solution among these 65 536 hashes, in hexadecimal, by plain maps and nothing dropped: slow, for tests.
 * Two of a level fit when the sum of what their hashes are modulo 2^15, 2^30, 2^60 is zero; each is paired with itself too.
 */
export function findAllSolutions(hashes: BigUint64Array): string[] {
  return join(findFours(hashes), 60).map(({ indices }) => Buffer.from(Uint16Array.from(indices).buffer).toString('hex'))
}

/** Every left or right half that a solution could have. */
export function findFours(hashes: BigUint64Array): Candidate[] {
  const ones = Array.from(hashes, (sum, index) => ({ sum, indices: [index] }))
  return join(join(ones, 15), 30)
}

export interface Candidate {
  readonly sum: bigint
  /** In the order that a solution wants. */
  readonly indices: readonly number[]
}

function join(sets: readonly Candidate[], bits: number): Candidate[] {
  const waiting = new Map<bigint, Candidate[]>()
  const joined: Candidate[] = []
  for (const set of sets) {
    const low = BigInt.asUintN(bits, set.sum)
    const alike = waiting.get(low) ?? []
    alike.push(set)
    waiting.set(low, alike)
    for (const other of waiting.get(BigInt.asUintN(bits, -low)) ?? []) {
      const [left, right] = numberOf(set) < numberOf(other) ? [set, other] : [other, set]
      joined.push({ sum: set.sum + other.sum, indices: [...left.indices, ...right.indices] })
    }
  }
  return joined
}

/** What sets are compared by: their indices as one number, the last the most significant. */
function numberOf({ indices }: Candidate): bigint {
  return indices.reduceRight((number, index) => (number << 16n) | BigInt(index), 0n)
}
