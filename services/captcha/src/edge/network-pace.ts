import { serverSignal } from '@bollard/bot-score'

const windowMs = 60_000
const mostKeys = 50_000
/** Verifications that a network (/24 or /48) starts in a minute. Many people share one, so a busy one only makes the work harder. */
const busyNetworkFrom = 300
const floodingNetworkFrom = 3_000
/** The same over all networks of an operator that houses servers, where nobody sits. */
const busyOperatorFrom = 600

export interface Pace {
  /** Counts one start and says how busy the network, and the operator if it houses servers, are: bits of `serverChecks`. */
  judge(network: string, hostingAsn: number, now: number): number
}

/** How many verifications start from where, in this process. */
export function createPace(): Pace {
  const networks = createWindow()
  const operators = createWindow()
  return {
    judge(network, hostingAsn, now) {
      const count = networks(network, now)
      let signals =
        count >= floodingNetworkFrom
          ? serverSignal.floodingNetwork
          : count >= busyNetworkFrom
            ? serverSignal.busyNetwork
            : 0
      if (hostingAsn !== 0 && operators(hostingAsn, now) >= busyOperatorFrom) signals |= serverSignal.busyOperator
      return signals
    },
  }
}

/** Counts keys within a minute; of more keys than fit, the later ones are not counted. */
function createWindow(): (key: string | number, now: number) => number {
  let counts = new Map<string | number, number>()
  let windowStart = Number.NEGATIVE_INFINITY
  return (key, now) => {
    // Also when the clock was set back, or the window would not end before it has caught up.
    if (now - windowStart >= windowMs || now < windowStart) {
      counts = new Map()
      windowStart = now
    }
    const count = (counts.get(key) ?? 0) + 1
    if (count > 1 || counts.size < mostKeys) counts.set(key, count)
    return count
  }
}
