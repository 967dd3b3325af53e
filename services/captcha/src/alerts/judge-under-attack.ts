import type { AlertFacts } from '@bollard/contracts'
import type { NotedAttack } from '../under-attack/attack-notes.ts'
import type { Judgement } from './judgement.ts'

type UnderAttackFacts = Extract<AlertFacts, { kind: 'UNDER_ATTACK' }>

/**
 * Whether the service itself has raised everybody's work. There is no state between: it rises and falls with hysteresis where it
 * is decided. `lasting` are the facts of an alert that lasts, which its end still tells of.
 */
export function judgeUnderAttack(
  noted: NotedAttack | undefined,
  lasting: UnderAttackFacts | undefined,
): Judgement<UnderAttackFacts> {
  if (noted !== undefined) return { state: 'on', facts: { kind: 'UNDER_ATTACK', times: 2 ** noted.bits } }
  return { state: 'off', facts: lasting ?? { kind: 'UNDER_ATTACK', times: 1 } }
}
