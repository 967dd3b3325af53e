/** What may become of a request, the mildest first. */
export const conclusions = ['ALLOW', 'CHALLENGE', 'THROTTLE', 'DENY'] as const

export type Conclusion = (typeof conclusions)[number]

/**
 * `RUN`: its finding counts. `CACHED`: so does this one, though it was made for an earlier request. `DRY_RUN`: found,
 * but without any effect. `NOT_RUN`: the decision was made, or its time was over, before the part began.
 */
export type PartState = 'RUN' | 'CACHED' | 'DRY_RUN' | 'NOT_RUN'

export interface Reason {
  /** Stable, such as `limit-reached`. */
  readonly code: string
  /** How much it says, from 0 to 100. */
  readonly weight: number
}

/** Work that the visitor is asked for. */
export interface Challenge {
  /** In percent of the usual work. */
  readonly percent: number
}

/** What is left of a limit, in the words of the header fields `RateLimit` and `RateLimit-Policy`. */
export interface Quota {
  /** Printable ASCII. */
  readonly name: string
  readonly unit: 'requests' | 'concurrent-requests'
  readonly limit: number
  readonly remaining: number
  /** Null where the limit knows no window. */
  readonly windowMs: number | null
  /** After so many milliseconds all of the limit is there again; null where nobody can know. */
  readonly resetMs: number | null
}

/** What one part has to say about a request. */
export interface Finding {
  readonly conclusion: Conclusion
  readonly reasons: readonly Reason[]
  /** Counts where the conclusion is `CHALLENGE`. */
  readonly challenge?: Challenge
  /** Counts where the conclusion is `THROTTLE` or `DENY`; null or absent where waiting doesn't help. */
  readonly retryAfterMs?: number | null
  readonly quotas?: readonly Quota[]
  /** An allow-list: the request passes, whatever the other parts say. */
  readonly pardons?: boolean
  /** Found for an earlier request. */
  readonly cached?: boolean
  /** The part couldn't tell, and lets the request pass for that. */
  readonly failedOpen?: boolean
}

export interface PartResult {
  readonly part: string
  readonly state: PartState
  /** Null where the part was not run. */
  readonly finding: Finding | null
  /** Why the finding is not the part's own but what its owner wants in this case; null where the part worked. */
  readonly fault: 'ERROR' | 'TIMEOUT' | null
  readonly elapsedMs: number
}

/** A reason, and the part that named it. */
export interface PartReason extends Reason {
  readonly part: string
}

export interface Merged {
  readonly conclusion: Conclusion
  /** The weightiest first. Those of dry runs are left out; each is in its part's finding. */
  readonly reasons: readonly PartReason[]
  /** Not null exactly where the conclusion is `CHALLENGE`. */
  readonly challenge: Challenge | null
  /** When it is worth trying again; null where the request passes or waiting doesn't help. */
  readonly retryAfterMs: number | null
  /** Whether a part that counts couldn't tell and let the request pass. */
  readonly failedOpen: boolean
}

export interface Decision extends Merged {
  /** A UUID of version 7. It orders by time, and nobody can guess it. */
  readonly id: string
  /** In the order in which they were to run. */
  readonly parts: readonly PartResult[]
  readonly elapsedMs: number
}
