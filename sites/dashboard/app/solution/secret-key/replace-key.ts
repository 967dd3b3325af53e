/** How long the old key works on by default, so that servers can be changed without an interruption. */
export const overlapHours = 24

/** A key that was just made, and the one whose place it takes. */
export interface MadeKey {
  readonly secretKey: string
  /** Null where there was none. `worksUntil`: null when it has ended. */
  readonly old: { readonly last4: string; readonly worksUntil: string | null } | null
}
