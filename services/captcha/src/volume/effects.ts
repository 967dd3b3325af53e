import type { VolumeCode } from '@bollard/bot-score'
import type { StoredReason } from '../store/stored-reasons.ts'

/** Bits of work that each cause asked for at issue; each bit doubles it. */
export interface Effects {
  readonly network: number
  readonly operator: number
  readonly site: number
  readonly attack: number
  readonly similar: number
}

/** Four bits each in the challenge's `volume`, which count half bits of work, in this order from the lowest. */
const places: readonly (readonly [name: keyof Effects, code: VolumeCode])[] = [
  ['network', 'network-budget'],
  ['operator', 'operator-budget'],
  ['site', 'site-budget'],
  ['attack', 'site-under-attack'],
  ['similar', 'similar-visitors'],
]
const most = 15

/** What the budgets did, in 32 bits of the challenge. */
export function packEffects(effects: Effects): number {
  let packed = 0
  for (const [index, [name]] of places.entries()) packed |= Math.min(most, Math.ceil(effects[name] * 2)) << (index * 4)
  return packed >>> 0
}

/** Reasons of weight 0 with the bits of work as their number. */
export function reasonsOfVolume(packed: number): StoredReason[] {
  if (packed === 0) return []
  return places.flatMap(([, code], index): StoredReason[] => {
    const half = (packed >>> (index * 4)) & most
    return half === 0 ? [] : [[code, 0, half / 2]]
  })
}

/** Whether the network was over its budget when the challenge was issued. */
export function isOverBudget(packed: number): boolean {
  return (packed & most) !== 0
}
