import type { VolumeCode } from '@bollard/bot-score'
import type { StoredReason } from '../../records/store/stored-reasons.ts'

/** Bits of work that each cause asked for at issue; each bit doubles it. */
export interface Effects {
  readonly network: number
  readonly operator: number
  readonly site: number
  readonly attack: number
  readonly similar: number
}

/** Four bits each in the challenge's `volume`, which count half bits of work, in this order from the lowest. */
const codes: readonly VolumeCode[] = [
  'network-budget',
  'operator-budget',
  'site-budget',
  'site-under-attack',
  'similar-visitors',
]
const most = 15

/** What the budgets did, in 32 bits of the challenge: one after the other as `codes` has them. */
export function packEffects(effects: Effects): number {
  const { network, operator, site, attack, similar } = effects
  return (
    (halves(network) |
      (halves(operator) << 4) |
      (halves(site) << 8) |
      (halves(attack) << 12) |
      (halves(similar) << 16)) >>>
    0
  )
}

function halves(bits: number): number {
  return Math.min(most, Math.ceil(bits * 2))
}

/** Reasons of weight 0 with the bits of work as their number. */
export function reasonsOfVolume(packed: number): StoredReason[] {
  if (packed === 0) return []
  const reasons: StoredReason[] = []
  for (const [index, code] of codes.entries()) {
    const half = (packed >>> (index * 4)) & most
    if (half !== 0) reasons.push([code, 0, half / 2])
  }
  return reasons
}

/** Whether the network was over its budget when the challenge was issued. */
export function isOverBudget(packed: number): boolean {
  return (packed & most) !== 0
}
