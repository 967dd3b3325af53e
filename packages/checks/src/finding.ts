import type { CheckFacts, CheckResult } from '@bollard/uptime'
import type { FaultCode } from './faults.ts'

/** What a kind found where nothing ended the check: what assertions look at, and a fault where the answer itself shows one. */
export interface Finding {
  readonly facts: CheckFacts
  /** Null where there is no answer to read, as with a certificate. `bytes` is its whole size, of which `text` may be the beginning. */
  readonly content: { readonly text: () => string; readonly bytes: number } | null
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly fault: { readonly code: FaultCode; readonly detail: string } | null
  /** A weaker fault, which counts where neither `fault` nor an assertion does. */
  readonly warning: { readonly code: FaultCode; readonly detail: string } | null
  readonly sample: CheckResult['sample']
}

/** A finding with nothing but what is named. */
export function finding(part: Partial<Finding>): Finding {
  return { facts: {}, content: null, headers: {}, fault: null, warning: null, sample: null, ...part }
}
