import type { SecondFactorAnswer } from '../second-factor/check.ts'

/** What proves once more who is there. A recovery code is for signing in alone. */
export type Proof =
  | { readonly kind: 'PASSWORD'; readonly password: string }
  | Exclude<SecondFactorAnswer, { kind: 'RECOVERY_CODE' }>
