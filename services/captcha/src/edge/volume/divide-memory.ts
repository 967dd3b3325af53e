import { cellOfNumber } from '../../records/cells/cell-numbers.ts'
import type { VolumeMemory } from './create-volume.ts'
import type { Gossip } from './gossip.ts'

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
  let asked: Parameters<Gossip['takeTold']> = [0]
  const takeGossip = divide(
    () => memory.gossip.takeTold(...asked),
    ({ siteId }) => siteId,
  )
  const heard = Array.from({ length: cells }, () => ({ hasOthers: false, processes: 1, isListening: false }))
  const own = (cell: number) => heard[cell] ?? { hasOthers: false, processes: 1, isListening: false }

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
      takeTold(...which) {
        asked = which
        return takeGossip(cell)
      },
      get hasOthers() {
        return own(cell).hasOthers
      },
      set hasOthers(value) {
        own(cell).hasOthers = value
        memory.gossip.hasOthers = heard.some(({ hasOthers }) => hasOthers)
      },
      get processes() {
        return own(cell).processes
      },
      set processes(value) {
        own(cell).processes = value
        memory.gossip.processes = Math.max(...heard.map(({ processes }) => processes))
      },
      get isListening() {
        return own(cell).isListening
      },
      set isListening(value) {
        own(cell).isListening = value
        memory.gossip.isListening = heard.every(({ isListening }) => isListening)
      },
    },
  }))
}
