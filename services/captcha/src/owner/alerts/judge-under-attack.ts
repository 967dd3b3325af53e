import type { AlertFacts } from '@bollard/contracts'
import type { SeenAttack } from '../under-attack/find-attacks.ts'
import { mostBits } from '../../edge/volume/budgets.ts'
import type { Judgement } from './judgement.ts'

type UnderAttackFacts = Extract<AlertFacts, { kind: 'UNDER_ATTACK' }>

/**
 * Whether the service itself has raised everybody's work. There is no state between: it rises and falls with hysteresis where it
 * is decided. `lasting` are the facts of an alert that lasts, which its end still tells of.
 */
export function judgeUnderAttack(
  seen: SeenAttack | undefined,
  lasting: UnderAttackFacts | undefined,
): Judgement<UnderAttackFacts> {
  if (seen !== undefined) return { state: 'on', facts: { kind: 'UNDER_ATTACK', times: 2 ** mostBits } }
  return { state: 'off', facts: lasting ?? { kind: 'UNDER_ATTACK', times: 1 } }
}
