import type { Counted } from './site-volume.ts'

/** Other processes hear of what is above a tenth of its threshold. */
export const toldFrom = { site: 2, network: 6 } as const
const untoldMax = 50_000

/** What was counted here and other processes have not heard yet. */
export interface UntoldCounts {
  /** A count has changed: others hear of it from so many challenges an hour on. */
  changed(counted: Counted, now: number, from: number): void
  takeTold(): Counted[]
}

export function createUntoldCounts(): UntoldCounts {
  const untold = new Set<Counted>()
  return {
    changed(counted, now, from) {
      if (untold.size >= untoldMax) return
      if (counted.isTold || counted.issued.total(now) >= from) untold.add(counted)
    },
    takeTold() {
      const taken = [...untold]
      untold.clear()
      return taken
    },
  }
}
