import type { Problem } from '@bollard/contracts'
import type { FoundCount } from '../log-filter/filter-count.tsx'

/** What can be named to be erased. `filter` is what the address of the page says, as in the log. */
export const eraseScopes = ['ids', 'filter', 'network', 'before', 'all'] as const
export type EraseScope = (typeof eraseScopes)[number]

/** The form as somebody filled it in. */
export interface Selection {
  readonly scope: EraseScope
  readonly ids: string
  readonly network: string
  /** By the clocks of the person. */
  readonly before: string
}

/** The field that is wrong. */
export type SelectionFault = 'ids' | 'filter' | 'network' | 'before'

/** What came of a form of the page. */
export interface ErasureAnswer {
  typed: Selection
  fault: SelectionFault | null
  /** What the selection means, counted at `countedAt`; null as long as it is not counted. */
  found: (FoundCount & { countedAt: string }) | null
  /** The name that was typed is another one. */
  isOtherName: boolean
  /** How much is gone; null as long as nothing was erased. */
  erased: { count: number; isRunning: boolean } | null
  problem: Problem | null
}
