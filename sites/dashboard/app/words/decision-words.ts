import type { Verification } from '@bollard/contracts'
import type { TFunction } from 'i18next'

type Decided = Pick<Verification, 'decision' | 'outcome'>

/** Name of the rule or key behind a decision; empty for the others. */
const nameOf = ({ decision: { rule, bypassKey } }: Decided): string => rule?.name ?? bypassKey?.name ?? ''

/** What decided, in a few words. */
export function decisionWords(t: TFunction, verification: Decided): string {
  return t(($) => $.detail.by[verification.decision.type], { name: nameOf(verification) })
}

/** What became of the visitor and why, in a sentence. */
export function courseWords(t: TFunction, verification: Decided): string {
  const name = nameOf(verification)
  const {
    outcome,
    decision: { type },
  } = verification
  switch (type) {
    case 'SCORE':
      return t(($) => $.detail.outcome[outcome])
    case 'RULE':
      return t(($) => $.detail.decided[`RULE_${outcome}`], { name })
    case 'WORK':
      return t(($) => $.detail.decided[outcome === 'REFUSED' ? 'WORK_REFUSED' : 'WORK_PASSED'])
    case 'BYPASS_KEY':
    case 'SIGNED_BOT':
    case 'TEST_KEY':
    case 'FAILOVER':
    case 'LOCK':
    case 'PROBE':
      return t(($) => $.detail.decided[type], { name })
    default:
      return type satisfies never
  }
}
