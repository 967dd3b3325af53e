import { cellOfNumber } from '../../records/cells/cell-numbers.ts'
import type { VolumeMemory } from './create-volume.ts'

/** What waits for a cell whose follower does not come. */
const waitingMax = 50_000

/**
 * The memory of one process as the followers of several cells see it, each the sites of its own. What belongs to no site is told to cell 0.
 * With one cell it is the memory itself.
 */
export function divideMemory(memory: VolumeMemory, cells: number): readonly VolumeMemory[] {
  if (cells === 1) return [memory]
  const indexOf = (siteId: number): number => Math.min(cellOfNumber(siteId), cells - 1)

  /** Whoever takes first leaves for the others what is theirs. */
  function divide<Item>(take: () => readonly Item[], siteIdOf: (item: Item) => number): (cell: number) => Item[] {
    const waiting = Array.from({ length: cells }, (): Item[] => [])
    return (cell) => {
      for (const item of take()) waiting[indexOf(siteIdOf(item))]?.push(item)
      const own = waiting[cell] ?? []
      waiting[cell] = []
      for (const others of waiting) if (others.length > waitingMax) others.splice(0, others.length - waitingMax)
      return own
    }
  }
  const takeTold = divide(memory.takeTold, ({ siteId }) => siteId)
  const takeRedeemed = divide(memory.takeRedeemed, ({ siteId }) => siteId)
  const takeBlamed = divide(memory.takeBlamed, ({ siteId }) => siteId)
  const takeWantedSites = divide(memory.takeWantedSites, ({ id }) => id)
  const takeWantedPasts = divide(memory.takeWantedPasts, ({ siteId }) => siteId)
  let at = 0
  const takeGossip = divide(
    () => memory.gossip.takeTold(at),
    ({ siteId }) => siteId,
  )
  const others = Array.from({ length: cells }, () => false)

  return Array.from({ length: cells }, (_, cell) => ({
    ...memory,
    *knownSites() {
      for (const site of memory.knownSites()) if (indexOf(site.id) === cell) yield site
    },
    takeTold: () => takeTold(cell),
    takeRedeemed: () => takeRedeemed(cell),
    takeBlamed: () => takeBlamed(cell),
    takeWantedSites: () => takeWantedSites(cell),
    takeWantedPasts: () => takeWantedPasts(cell),
    gossip: {
      counts: memory.gossip.counts,
      hear: memory.gossip.hear,
      takeTold(now) {
        at = now
        return takeGossip(cell)
      },
      get hasOthers() {
        return others[cell] ?? false
      },
      set hasOthers(value) {
        others[cell] = value
        memory.gossip.hasOthers = others.includes(true)
      },
    },
  }))
}
