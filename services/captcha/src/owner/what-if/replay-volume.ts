import { volumeCodes } from '@bollard/bot-score'
import type { SiteSettings } from '@bollard/contracts'
import { compareNetworks, type NetworkOverlap } from '@bollard/visitor-rules'
import { bitsMax } from '../../edge/volume/budgets.ts'
import { BoundedMap } from '../../records/memory/bounded-map.ts'
import { readReasons } from '../../records/store/stored-reasons.ts'
import type { Visitor } from './visitor.ts'

export type VolumeSettings = Pick<SiteSettings, 'volumeBudgets' | 'underAttack' | 'exemptNetworks'>

/** Bits of work that volume asked of one visitor, as stored and as a change would have made of it. */
export interface ReplayedVolume {
  readonly before: number
  readonly after: number
  /** The row does not tell what the change would have done; `after` counts what it does tell. */
  readonly unseen: boolean
}

/** `passesAtOnce`: the change lets a rule decide before any work. */
export type ReplayVolume = (visitor: Visitor, passesAtOnce: boolean) => ReplayedVolume

type Code = (typeof volumeCodes)[number]
type Bits = Partial<Record<Code, number>>

const known: ReadonlySet<string> = new Set(volumeCodes)
const nothing: ReplayedVolume = { before: 0, after: 0, unseen: false }

/**
 * What other settings of volume would have asked of visitors. Budgets that did not hold leave no number behind, so switching them
 * on, an automatic attack, and a network that is no longer exempt are `unseen`. An attack that the owner switches on counts with the
 * most that it asks for: visitors of networks that the site knows would have had less.
 */
export function createVolumeReplay(today: VolumeSettings, proposed: VolumeSettings): ReplayVolume {
  const exempt = { today: createOverlap(today.exemptNetworks), proposed: createOverlap(proposed.exemptNetworks) }
  const read = createBitReader()
  return (visitor, passesAtOnce) => {
    if (visitor.atOnce) return nothing
    const bits = read(visitor.first.reasons)
    const before = totalOf(bits)
    if (passesAtOnce) return { before, after: 0, unseen: false }
    const was = exempt.today(visitor.network)
    const would = exempt.proposed(visitor.network)
    if (would === 'all') return { before, after: 0, unseen: false }
    // An exempt network narrower than what the log keeps, or one that was exempt then.
    const isOpen = was !== would && (before > 0 || was !== 'none' || proposed.underAttack === 'ON')
    const changed = change(bits, today, proposed)
    return { before, after: totalOf(changed.bits), unseen: changed.unseen || isOpen }
  }
}

function change(bits: Bits, today: VolumeSettings, proposed: VolumeSettings): { bits: Bits; unseen: boolean } {
  const { 'site-under-attack': attack, ...ofBudgets } = bits
  const budgets = proposed.volumeBudgets ? ofBudgets : {}
  const unseen = proposed.volumeBudgets && !today.volumeBudgets
  if (today.underAttack === proposed.underAttack)
    return { bits: attack === undefined ? budgets : { ...budgets, 'site-under-attack': attack }, unseen }
  switch (proposed.underAttack) {
    case 'ON':
      return { bits: { ...budgets, 'site-under-attack': bitsMax }, unseen }
    case 'OFF':
      return { bits: budgets, unseen }
    case 'AUTO':
      // Nobody looked for an attack then, or it did not matter.
      return { bits: budgets, unseen: true }
    default:
      return proposed.underAttack satisfies never
  }
}

/** The greatest of what network, operator, site and attack ask for, and likeness on top; as `atIssue` adds them up. */
function totalOf({ 'similar-visitors': similar = 0, ...others }: Bits): number {
  return Math.max(0, ...Object.values(others)) + similar
}

/** Visitors differ in few ways, so what was read of a text of reasons is remembered. */
function createBitReader(): (reasons: string) => Bits {
  const remembered = new BoundedMap<string, Bits>(20_000)
  return (reasons) => {
    const before = remembered.get(reasons)
    if (before !== undefined) return before
    const bits: Bits = Object.fromEntries(
      readReasons(reasons).flatMap(([code, , number]) =>
        number === undefined || !known.has(code) ? [] : [[code, number]],
      ),
    )
    remembered.set(reasons, bits)
    return bits
  }
}

function createOverlap(networks: readonly string[]): (network: string) => NetworkOverlap {
  const compare = compareNetworks(networks)
  const remembered = new BoundedMap<string, NetworkOverlap>(20_000)
  return (network) => {
    const before = remembered.get(network)
    if (before !== undefined) return before
    const overlap = compare(network)
    remembered.set(network, overlap)
    return overlap
  }
}
