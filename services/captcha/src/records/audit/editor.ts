import type { AuditEntry, AuditOrigin } from '@bollard/audit'
import type { Role } from '@bollard/contracts'
import type { KeepAnswer } from '@bollard/http'
import type { FastifyRequest } from 'fastify'
import type { SiteOverview } from '../sites/sites.ts'

/** Who changes a site: may do so, and answers for it in the audit log. */
export interface Editor {
  readonly site: SiteOverview
  /** As `created_by` names whoever made something: a person, or a key. */
  readonly userId: string
  readonly actor: AuditEntry['actor']
  readonly from: AuditOrigin
  /** To be called last in the transaction of a call that takes an `Idempotency-Key`. */
  readonly keepAnswer: KeepAnswer
}

export interface AccessOptions {
  /** What an API key may not do whatever its scopes, since anyone who holds one could make themselves another. */
  readonly personOnly?: boolean
  /** A person must have proved who they are within ten minutes before the call. */
  readonly proven?: boolean
  /** What goes as well while members can only read: exporting one's data, and closing a leak. */
  readonly evenReadOnly?: boolean
}

/** What a route asks about its caller before it does anything; the room `access` answers. */
export interface Gate {
  /** Names the caller, for rate limits and records. */
  userIdOf(request: FastifyRequest): string
  /** The site of a solution for a caller whose role is at least `lowest`. @throws ProblemError for every other */
  requireSite(request: FastifyRequest, solutionId: string, lowest: Role, options?: AccessOptions): Promise<SiteOverview>
  /** The same for calls that change something. */
  requireEditor(request: FastifyRequest, solutionId: string, lowest: Role, options?: AccessOptions): Promise<Editor>
  /** The same as `requireSite`, but asks anew who calls: a session or a key may have ended while a long request lasts. */
  requireSiteAnew(request: FastifyRequest, solutionId: string, lowest: Role): Promise<SiteOverview>
  /** Lets administrators of the installation through, in a session with a second factor. */
  requireOperator(request: FastifyRequest): void
}
