/**
 * What becomes of a field. FAIL: it cannot be right. FLAG: somebody should look. UNKNOWN: it could not be told, for example because a name
 * server was silent or a list is too old; it never counts against the visitor.
 */
export type Outcome = 'PASS' | 'FLAG' | 'FAIL' | 'UNKNOWN'

/** One thing that was found, with a code that stays the same, such as `email-domain-without-mail`. */
export interface Finding {
  readonly code: string
  readonly outcome: Exclude<Outcome, 'PASS'>
  /** Points towards a review, 0 to 100; what is 0 only informs. */
  readonly weight: number
  /** What the finding is about, for whoever reads it: never the whole of what was typed. */
  readonly detail?: Readonly<Record<string, string | number | readonly string[]>>
}

export interface FieldVerdict {
  readonly outcome: Outcome
  readonly findings: readonly Finding[]
  /** In the one form in which equal values are equal, for limits and duplicates; what was typed stays what is stored. */
  readonly normalized?: string
  /** What was probably meant. */
  readonly suggestion?: string
}

/** The verdict that these findings make: the worst of them, where UNKNOWN counts only beside nothing else. */
export function verdictOf(
  findings: readonly Finding[],
  more: Pick<FieldVerdict, 'normalized' | 'suggestion'> = {},
): FieldVerdict {
  const has = (outcome: Outcome): boolean => findings.some((finding) => finding.outcome === outcome)
  const outcome = (['FAIL', 'FLAG', 'UNKNOWN'] as const).find(has) ?? 'PASS'
  return { outcome, findings, ...more }
}
