const buckets = 512
/** Visits after which a count is worth half. */
const fastHalf = 200
const slowHalf = 10_000
const fastGrowth = Math.exp(Math.LN2 / fastHalf)
const slowGrowth = Math.exp(Math.LN2 / slowHalf)
/** The fast count never stands for more visits than this. */
const fastVisits = 1 / (1 - 1 / fastGrowth)
/** 32-bit floats end at 3e38. */
const rescaleFrom = 1e30
/** Standard deviations above the site's own past. */
const raisedFrom = 6
/** With fewer visits the past says nothing, and nothing stands out from it. */
const visitsMin = 1_000
/** For so long after the last visit that stood out, visits of the same operator and browser get one more bit of work. */
const raisedMs = 600_000

/** What a visit is compared by; each is a class or a hash, never a value of the browser. */
export interface Visit {
  /** Verdicts that fired, as two words. */
  readonly fired: readonly [number, number]
  /** Milliseconds that the work took by the widget, and from issue to answer. */
  readonly workMs: number
  readonly elapsedMs: number
  /** 16-bit hash of the browser. */
  readonly userAgentBucket: number
  readonly asn: number
}

/**
 * Visits of one site beside its own past: each falls into one of 512 buckets, of which two counts are kept that fade after 200
 * and 10 000 visits. A bucket whose share has risen far above its past marks the operator and browser of its visits, whose next
 * ones are asked for one more bit of work; nothing else. O(1), about 6 kB, no raw value.
 */
export class Likeness {
  readonly #fast = new Float32Array(buckets)
  readonly #slow = new Float32Array(buckets)
  /** By operator and browser: until which second. */
  readonly #raisedUntil = new Uint32Array(buckets)
  #fastWeight = 1
  #slowWeight = 1
  #fastSum = 0
  #slowSum = 0
  #visits = 0

  /** Counts a visit that got a token. */
  add(visit: Visit, now: number): void {
    const bucket = bucketOf(visit)
    // Growing weights instead of decaying every bucket.
    this.#fastWeight *= fastGrowth
    this.#slowWeight *= slowGrowth
    this.#fast[bucket] = (this.#fast[bucket] ?? 0) + this.#fastWeight
    this.#slow[bucket] = (this.#slow[bucket] ?? 0) + this.#slowWeight
    this.#fastSum += this.#fastWeight
    this.#slowSum += this.#slowWeight
    this.#visits += 1
    if (this.#fastWeight > rescaleFrom) {
      rescale(this.#fast, this.#fastWeight)
      this.#fastSum /= this.#fastWeight
      this.#fastWeight = 1
    }
    if (this.#slowWeight > rescaleFrom) {
      rescale(this.#slow, this.#slowWeight)
      this.#slowSum /= this.#slowWeight
      this.#slowWeight = 1
    }
    if (this.#visits < visitsMin) return
    const n = Math.min(this.#fastSum / this.#fastWeight, fastVisits)
    const share = (this.#fast[bucket] ?? 0) / this.#fastSum
    const past = ((this.#slow[bucket] ?? 0) + this.#slowWeight * 2) / (this.#slowSum + this.#slowWeight * 80)
    const deviation = Math.sqrt((past * (1 - past)) / n) + 1 / n
    if ((share - past) / deviation > raisedFrom) this.#raisedUntil[kinOf(visit)] = Math.floor((now + raisedMs) / 1000)
  }

  /** 1 where visits of this operator and browser stood out lately, else 0. */
  bits(of: Pick<Visit, 'asn' | 'userAgentBucket'>, now: number): number {
    const until = this.#raisedUntil[kinOf(of)] ?? 0
    // Never longer than it was raised for, also after the clock was set back.
    return until * 1000 > now && until * 1000 <= now + raisedMs ? 1 : 0
  }
}

function rescale(counts: Float32Array, by: number): void {
  for (let index = 0; index < counts.length; index += 1) counts[index] = (counts[index] ?? 0) / by
}

function bucketOf({ fired, workMs, elapsedMs, userAgentBucket, asn }: Visit): number {
  const ofVerdicts = mix(mix(17, fired[0]), fired[1])
  const ofTimes = mix(mix(ofVerdicts, classOf(workMs)), classOf(elapsedMs))
  return mix(mix(ofTimes, userAgentBucket), asn) % buckets
}

function kinOf({ asn, userAgentBucket }: Pick<Visit, 'asn' | 'userAgentBucket'>): number {
  return mix(mix(29, asn), userAgentBucket) % buckets
}

/** Each doubling is a class. */
const classOf = (ms: number): number => Math.floor(Math.log2(Math.max(1, ms)))

function mix(hash: number, value: number): number {
  const mixed = Math.imul(hash ^ (value + 0x9e37), 0x85eb_ca6b)
  return (mixed ^ (mixed >>> 13) ^ (mixed >>> 21)) >>> 0
}
