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
