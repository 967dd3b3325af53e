import type { SiteSettings, UnderAttack } from '@bollard/contracts'
import type { NotedAttack } from './attack-notes.ts'

/** Bits of work that an owner's switch adds for everybody. */
export const bitsOfOwner = 2

/** Whether a site works as under attack, and who says so. */
export function describeAttack(
  { underAttack }: Pick<SiteSettings, 'underAttack'>,
  noted: NotedAttack | undefined,
): UnderAttack {
  if (underAttack === 'ON') return { active: true, by: 'OWNER', since: null, bits: bitsOfOwner }
  if (underAttack === 'OFF' || noted === undefined) return { active: false, by: null, since: null, bits: 0 }
  return { active: true, by: 'SERVICE', since: new Date(noted.since).toISOString(), bits: noted.bits }
}
