import type { programPurposes } from '@bollard/contracts'

/** Who a program says it is. */
export interface Program {
  readonly name: string
  readonly purpose: (typeof programPurposes)[number]
  /** `CLAIMED`: nobody can prove it. `UNKNOWN`: it could be proven, but nobody could be asked in time. */
  readonly verdict: 'VERIFIED' | 'CLAIMED' | 'SPOOFED' | 'UNKNOWN'
}

/**
 * Tells who a program says it is, and whether that is true; null for who says no such thing. Answers at once, or well within the time of a
 * decision: what takes longer is `UNKNOWN`. Never rejects.
 */
export type IdentifyProgram = (visit: {
  readonly userAgent: string
  /** Null where the visitor's address is not known. */
  readonly address: string | null
}) => Program | null | Promise<Program | null>
