import type { TestKind } from '@bollard/contracts'

/** A call with test keys, and what became of it. */
export type TestCallResult = {
  readonly kind: TestKind
  /** Method and address. */
  readonly request: string
  /** Headers and body as they were sent. */
  readonly sent: string
} & (
  | {
      readonly status: number
      readonly ms: number
      readonly headers: readonly string[]
      readonly body: string
    }
  | { readonly fault: 'timeout' | 'unreachable' | 'too-often' }
)
