import type { Fault } from './configuration.ts'
import { isObject } from './decision.ts'

export type FieldOutcome = 'PASS' | 'FLAG' | 'FAIL' | 'UNKNOWN'

export interface FieldVerdict {
  /** Empty for what a schema of your own finds in the form as a whole. */
  readonly name: string
  readonly outcome: FieldOutcome
  /** Stable codes of what was found. */
  readonly codes: readonly string[]
  /** For the visitor, in their language; null where there is nothing to say. */
  readonly message: string | null
  /** What was probably meant. */
  readonly suggestion: string | null
}

export interface Validation {
  /** `REVIEW`: take it, and look at it in the review inbox. */
  readonly conclusion: 'ALLOW' | 'REVIEW' | 'DENY'
  readonly decisionId: string | null
  readonly fields: readonly FieldVerdict[]
  readonly reviewId: string | null
  readonly failedOpen: boolean
  /** Why nobody could tell; null where somebody did. */
  readonly fault: Fault | null
}

export function unvalidated(fault: Fault): Validation {
  return { conclusion: 'ALLOW', decisionId: null, fields: [], reviewId: null, failedOpen: true, fault }
}

/** Of a form with more than anybody writes. */
export function tooLarge(): Validation {
  return { conclusion: 'DENY', decisionId: null, fields: [], reviewId: null, failedOpen: false, fault: null }
}

const conclusions: readonly unknown[] = ['ALLOW', 'REVIEW', 'DENY'] satisfies readonly Validation['conclusion'][]
const outcomes: readonly unknown[] = ['PASS', 'FLAG', 'FAIL', 'UNKNOWN'] satisfies readonly FieldOutcome[]

/** A verdict as the service answers it; null for anything else. */
export function readValidation(value: unknown): Validation | null {
  if (!isObject(value) || !conclusions.includes(value['conclusion'])) return null
  const fields: unknown[] = Array.isArray(value['fields']) ? value['fields'] : []
  return {
    conclusion: value['conclusion'] as Validation['conclusion'],
    decisionId: textOf(value['decisionId']),
    fields: fields.filter(isObject).map((field) => ({
      name: String(field['name']),
      outcome: outcomes.includes(field['outcome']) ? (field['outcome'] as FieldOutcome) : 'UNKNOWN',
      codes: codesOf(field['findings']),
      message: textOf(field['message']),
      suggestion: textOf(field['suggestion']),
    })),
    reviewId: textOf(value['reviewId']),
    failedOpen: value['failedOpen'] === true,
    fault: null,
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function codesOf(findings: unknown): string[] {
  return (Array.isArray(findings) ? findings : []).filter(isObject).map(({ code }) => String(code))
}
