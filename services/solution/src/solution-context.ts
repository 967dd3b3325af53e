import type { Role } from '@bollard/contracts'
import type { Database } from '@bollard/database'

/** A signed-in person, as the identity service tells it. */
export interface Actor {
  readonly userId: string
  readonly isAdmin: boolean
  readonly emailVerified: boolean
}

export interface SolutionDeps {
  /** Needs more connections than `creationsAtOnce` (see `create-solution-service.ts`), as provisioning takes one of its own. */
  readonly db: Database
  /** Who a `cookie` header belongs to; null when nobody is signed in. */
  readonly findActor: (cookieHeader: string | undefined) => Promise<Actor | null>
  /** Makes keys and settings of a new CAPTCHA solution. Rejects when it cannot; then there is no solution either. */
  readonly provisionSite: (request: { solutionId: string; domains: readonly string[] }) => Promise<{ siteKey: string; secretKey: string }>
  readonly now: () => Date
  /** UUIDs of version 7; lists are sorted by them. */
  readonly newId: () => string
  /** Runs a few creations at once and lets the others wait. */
  readonly queue: <T>(work: () => Promise<T>) => Promise<T>
}

export type FindRole = (actor: Actor, solutionId: string) => Promise<Role | null>
