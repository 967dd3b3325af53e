import type { SiteSettings, UnderAttack } from '@bollard/contracts'
import { mostBits } from '../../edge/volume/budgets.ts'
import type { SeenAttack } from './find-attacks.ts'

/** Whether a site works as under attack, and who says so. */
export function describeAttack(
  { underAttack }: Pick<SiteSettings, 'underAttack'>,
  seen: SeenAttack | undefined,
): UnderAttack {
  if (underAttack === 'ON') return { active: true, by: 'OWNER', since: null, bits: mostBits }
  if (underAttack === 'OFF' || seen === undefined) return { active: false, by: null, since: null, bits: 0 }
  return { active: true, by: 'SERVICE', since: seen.since.toISOString(), bits: mostBits }
}
