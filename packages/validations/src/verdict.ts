import { catalogue, type Code } from './catalogue.ts'

/**
 * What becomes of a field. FAIL: it cannot be right. FLAG: somebody should look. UNKNOWN: it could not be told, for
 * example because a name server was silent or a list is too old; it never counts against the visitor.
 */
export type Outcome = 'PASS' | 'FLAG' | 'FAIL' | 'UNKNOWN'

export type Detail = Readonly<Record<string, string | number | readonly string[]>>

/** One thing that was found, with a code that stays the same. */
export interface Finding {
  readonly code: Code
  readonly outcome: Exclude<Outcome, 'PASS'>
  /** Points towards a review, 0 to 100; what is 0 only informs. */
  readonly weight: number
  /** What the finding is about, for those who read it: never the whole of what was typed. */
  readonly detail?: Detail
}

export interface FieldVerdict {
  readonly outcome: Outcome
  readonly findings: readonly Finding[]
  /**
   * In the one form in which equal values are equal, for limits and duplicates; what was typed stays what is stored.
   */
  readonly normalized?: string
  /** What was probably meant. */
  readonly suggestion?: string
}

/** A finding as the catalogue has it. */
export function found(code: Code, detail?: Detail): Finding {
  const [outcome, weight] = catalogue[code]
  return { code, outcome, weight, ...(detail !== undefined && { detail }) }
}

/** The verdict that these findings make: the worst of them, where UNKNOWN counts only beside nothing else. */
export function verdictOf(
  findings: readonly Finding[],
  more: Pick<FieldVerdict, 'normalized' | 'suggestion'> = {},
): FieldVerdict {
  return { outcome: worstOf(findings.map(({ outcome }) => outcome)), findings, ...more }
}

/** FAIL before FLAG before UNKNOWN before PASS. */
export function worstOf(outcomes: readonly Outcome[]): Outcome {
  return (['FAIL', 'FLAG', 'UNKNOWN'] as const).find((outcome) => outcomes.includes(outcome)) ?? 'PASS'
}

/**
 * A finding as a sentence for the owner, in English. What visitors typed stands in it only where the finding's detail
 * has it.
 */
export function describeFinding({ code, detail = {} }: Pick<Finding, 'code' | 'detail'>): string {
  return catalogue[code][2].replaceAll(/\{(\w+)\}/gu, (_place, name: string) => {
    const value = detail[name]
    if (value === undefined) return '…'
    return typeof value === 'object' ? value.join(', ') : String(value)
  })
}
