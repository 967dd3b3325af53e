import { decide, type Decision } from '@bollard/bot-score'
import { checksByCode } from './labelled.ts'
import type { Scored } from './read-database.ts'

export interface Change {
  readonly from: Decision
  readonly to: Decision
  readonly n: number
  /** How many of them were labelled so. */
  readonly people: number
  readonly bots: number
  /** Evidence that most of them had, most frequent first. */
  readonly codes: readonly { readonly code: string; readonly n: number }[]
}

export interface Comparison {
  readonly rounds: number
  readonly changed: number
  /** Decisions that would be others, harshest first. */
  readonly changes: readonly Change[]
}

const codesAtMost = 5
const severity: Readonly<Record<Decision, number>> = { pass: 0, 'step-up': 1, refuse: 2 }

/** What the weights on trial would have decided otherwise, by the product's own rules and each site's own bar. */
export function compareDecisions(scored: readonly Scored[]): Comparison {
  const changes = new Map<
    string,
    { from: Decision; to: Decision; n: number; people: number; bots: number; codes: Map<string, number> }
  >()
  let [rounds, changed] = [0, 0]
  for (const { codes, round, score, shadowScore, threshold, label, n } of scored) {
    rounds += n
    // Wrong work is refused whatever the score says.
    if (codes.includes('work-wrong')) continue
    const hardEvidence = codes.some((code) => checksByCode.get(code)?.hard === true)
    const from = decide({ score, hardEvidence, round, threshold })
    const to = decide({ score: shadowScore, hardEvidence, round, threshold })
    if (from === to) continue
    changed += n
    const key = `${from} ${to}`
    const change = changes.get(key) ?? { from, to, n: 0, people: 0, bots: 0, codes: new Map<string, number>() }
    changes.set(key, change)
    change.n += n
    if (label === 'PERSON') change.people += n
    if (label === 'BOT') change.bots += n
    for (const code of codes) change.codes.set(code, (change.codes.get(code) ?? 0) + n)
  }
  return {
    rounds,
    changed,
    changes: [...changes.values()].toSorted((a, b) => severity[b.to] - severity[a.to] || b.n - a.n).map(withTopCodes),
  }
}

function withTopCodes(change: Omit<Change, 'codes'> & { codes: ReadonlyMap<string, number> }): Change {
  const codes = [...change.codes]
    .map(([code, n]) => ({ code, n }))
    .toSorted((a, b) => b.n - a.n || (a.code < b.code ? -1 : 1))
  return { ...change, codes: codes.slice(0, codesAtMost) }
}
