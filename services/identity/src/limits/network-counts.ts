import type { Limit } from '@bollard/http'
import type { RateLimits } from '../rate-limits.ts'
import { networksOf } from './networks.ts'

/** Networks that are counted at a time; beyond it the one that was counted longest ago is forgotten. */
const networksMax = 10_000

export interface NetworkCounts {
  /**
   * Counts one attempt before it is made. `isAbove`: the site, the operator or everybody together has made more than is usual, so
   * that a stranger has to pass a captcha. `giveBack`: the attempt was legitimate, or was not made.
   */
  count(ip: string): { readonly isAbove: boolean; giveBack(): void }
}

interface Counter {
  used: number
  readonly resetsAt: number
}

/**
 * Counts failed sign-ins of whole networks: /48 and /32 of IPv6, /24 and /16 of IPv4, and all. In memory, per process, since rows
 * that so many share would make everybody wait for each other in the database: a flood would stop there what it cannot stop here.
 */
export function createNetworkCounts({
  limits,
  now,
}: {
  limits: Pick<RateLimits, 'signInPerSite' | 'signInPerProvider' | 'signInOfAll'>
  now: () => Date
}): NetworkCounts {
  const counters = new Map<string, Counter>()
  const bump = (key: string, { seconds }: Limit): Counter => {
    const time = now().getTime()
    const known = counters.get(key)
    const counter = known && known.resetsAt > time ? known : { used: 0, resetsAt: time + seconds * 1000 }
    counter.used += 1
    counters.delete(key)
    counters.set(key, counter)
    for (const oldest of counters.keys()) {
      if (counters.size <= networksMax) break
      counters.delete(oldest)
    }
    return counter
  }
  return {
    count(ip) {
      const [provider, site] = networksOf(ip)
      const counted = [
        { counter: bump(site, limits.signInPerSite), limit: limits.signInPerSite.limit },
        { counter: bump(provider, limits.signInPerProvider), limit: limits.signInPerProvider.limit },
        { counter: bump('', limits.signInOfAll), limit: limits.signInOfAll.limit },
      ]
      return {
        isAbove: counted.some(({ counter, limit }) => counter.used > limit),
        giveBack() {
          for (const { counter } of counted) counter.used -= 1
        },
      }
    },
  }
}
