import type { EngineName } from './engine-of.ts'
import { RecentMap } from './recent-map.ts'

/** Whose answer to a program that nobody knows counts. */
export interface Teacher {
  /** Network and operator: each gives one program one vote, so that no farm of one network teaches anything. */
  readonly network: string
  readonly operator: number
  readonly engine: EngineName
  readonly site: number
}

export interface Teachers {
  /** Whether this visitor's vote is taken; counts them either way. */
  take(teacher: Teacher): boolean
}

const hourMs = 3_600_000
/** Share of the votes of the last hour that one operator gives at most. */
const operatorShare = 0.1
/** And so many votes in any case, so that a quiet hour is not lost. */
const operatorMin = 4
/** Votes within an hour beyond three times what is usual, from which a site or a network is held to have grown. */
const growth = { site: 20, network: 4 } as const
const keysMax = 20_000
const ringMax = 4_096

/**
 * Whose votes are taken. An operator that gives a tenth of the last hour's votes gives no more of them, and neither does a site or a
 * network from which far more visitors come than usual: both are what a farm looks like from here.
 */
export function createTeachers(now: () => number): Teachers {
  const ring: { readonly operator: number; readonly at: number }[] = []
  const byOperator = new Map<number, number>()
  const sites = createUsual<number>(growth.site)
  const networks = createUsual<string>(growth.network)
  /** Keeps the map no larger than the ring. */
  function forget(operator: number): void {
    const left = (byOperator.get(operator) ?? 1) - 1
    if (left > 0) byOperator.set(operator, left)
    else byOperator.delete(operator)
  }
  return {
    take({ operator, site, network }) {
      const at = now()
      while (ring.length > 0 && (ring.length >= ringMax || at - (ring[0]?.at ?? at) > hourMs)) {
        const gone = ring.shift()
        if (gone) forget(gone.operator)
      }
      // Both look, so that both know what is usual.
      const siteHasGrown = sites.isGrown(site, at)
      const grown = networks.isGrown(network, at) || siteHasGrown
      const given = byOperator.get(operator) ?? 0
      if (grown || given >= Math.max(operatorMin, operatorShare * ring.length)) return false
      ring.push({ operator, at })
      byOperator.set(operator, given + 1)
      return true
    },
  }
}

/** Counts by key that fade: within an hour, and within a day. Fading takes the place of windows, so a key costs three numbers. */
function createUsual<K>(least: number) {
  const counts = new RecentMap<K, { recent: number; usual: number; at: number }>(keysMax)
  return {
    isGrown(key: K, at: number): boolean {
      const known = counts.get(key)
      if (known === undefined) {
        counts.set(key, { recent: 1, usual: 1, at })
        return false
      }
      const hours = Math.max(0, at - known.at) / hourMs
      known.recent = known.recent * 0.5 ** hours + 1
      known.usual = known.usual * 0.5 ** (hours / 24) + 1
      known.at = at
      counts.set(key, known)
      // A steady stream of n an hour leaves 1.44 n of the first and 24 times as much of the second.
      return known.recent > least + (3 * known.usual) / 24
    },
  }
}
