import type { FailureCode } from '../api/failure.ts'
import type { VerificationResult } from '../verification/run-verification.ts'

/** How a check ended. A token is worth something for `validMs` milliseconds. */
export type Outcome =
  | VerificationResult
  /** `problem` is what pages are told; `failover` is what the form may be sent with all the same, or empty. */
  | { readonly status: 'failed'; readonly code: FailureCode; readonly problem: string; readonly failover: string }
