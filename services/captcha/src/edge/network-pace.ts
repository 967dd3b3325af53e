import { serverSignal } from '@bollard/bot-score'

const windowMs = 60_000
const busyFrom = 300
const floodingFrom = 3_000
const mostNetworks = 50_000

/**
 * Counts how many verifications a network (/24 or /48) starts in a minute, in this process. Many
 * people share a network, so a busy one only makes the work harder.
 */
export function createNetworkPace(): (network: string, now: number) => number {
  let counts = new Map<string, number>()
  let windowStart = Number.NEGATIVE_INFINITY
  return (network, now) => {
    // Also when the clock was set back, or the window would not end before it has caught up.
    if (now - windowStart >= windowMs || now < windowStart) {
      counts = new Map()
      windowStart = now
    }
    const count = (counts.get(network) ?? 0) + 1
    if (count > 1 || counts.size < mostNetworks) counts.set(network, count)
    if (count >= floodingFrom) return serverSignal.floodingNetwork
    return count >= busyFrom ? serverSignal.busyNetwork : 0
  }
}
