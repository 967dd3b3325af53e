import { BoundedMap } from '../bounded-map.ts'

const fastMs = 10_000
const slowMs = 3_600_000
/** Starts per second that no site needs protection from, however quiet it was before. */
const quietPerSecond = 20
/** A site may have this many times its usual traffic before the work rises. */
const tolerance = 4
const mostBits = 3

export interface SiteLoad {
  /** Counts one start of a site and gives the bits by which its work rises: 0 … 3, without steps. */
  count(siteId: number, now: number): number
  /** The same without counting. */
  bits(siteId: number, now: number): number
}

interface Rates {
  at: number
  /** Exponentially decaying sums of starts: over ten seconds, and over an hour. */
  fast: number
  slow: number
}

/**
 * How much busier a site is than usual, in this process: the rate of the last seconds beside that of the last hour. Each
 * doubling beyond the tolerance makes the work one bit harder, at most three, and as the flood ends the work comes down
 * with it within seconds. A site's usual rate adapts over an hour, so that growth is no flood.
 */
export function createSiteLoad(): SiteLoad {
  const sites = new BoundedMap<number, Rates>(20_000)
  function decayed(siteId: number, now: number): Rates {
    const rates = sites.get(siteId)
    if (rates === undefined) {
      const fresh = { at: now, fast: 0, slow: 0 }
      sites.set(siteId, fresh)
      return fresh
    }
    const passed = now - rates.at
    // Within a millisecond, and after the clock was set back, nothing decays.
    if (passed > 0) {
      rates.fast *= Math.exp(-passed / fastMs)
      rates.slow *= Math.exp(-passed / slowMs)
    }
    rates.at = now
    return rates
  }
  return {
    count(siteId, now) {
      const rates = decayed(siteId, now)
      rates.fast += 1
      rates.slow += 1
      return bitsOf(rates)
    },
    bits: (siteId, now) => bitsOf(decayed(siteId, now)),
  }
}

function bitsOf({ fast, slow }: Rates): number {
  const fastPerSecond = fast / (fastMs / 1000)
  const usual = Math.max(quietPerSecond, (tolerance * slow) / (slowMs / 1000))
  return fastPerSecond <= usual ? 0 : Math.min(mostBits, Math.log2(fastPerSecond / usual))
}
