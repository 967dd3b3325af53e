import type { Actor, Call } from '@bollard/access'
import type { OrganizationEvidence } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError, rateLimited } from '@bollard/http'
import { organizationOf, requireAccess } from '../access/entity.ts'
import { decideEvidence, evidenceColumns, type EvidenceRow, toEvidence } from './evidence-row.ts'
import { findOut } from './find-out.ts'
import { lockOrganization, type OrganizationRow, readOrganization } from './organization-row.ts'
import { rateLimits } from '../rate-limits.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

/** Requests and checks of one organization within a day, as each may ask DNS or VIES. */

type RequestContext = Pick<SolutionContext, 'db' | 'now' | 'newId' | 'newToken' | 'resolveTxt' | 'checkVatId'>
type Requested = 'EMAIL_DOMAIN' | 'VAT_ID' | 'REGISTER' | 'MANUAL'

/**
 * Hands in evidence and puts the organization up for verification. Evidence of the same kind that is still open is taken up
 * again rather than doubled. Throws `state-conflict` where the organization has not said yet what is to be proved.
 */
export async function requestVerification(
  context: RequestContext,
  actor: Actor,
  organizationId: string,
  input: { readonly kind: Requested; readonly note?: string | undefined },
  call: Call,
): Promise<OrganizationEvidence> {
  const at = context.now()
  const row = await asActor(context.db, actor, async (tx) => {
    await requireAccess(tx, actor, organizationOf(organizationId), 'organization.request-verification', at)
    await lockOrganization(tx, organizationId)
    const organization = await readOrganization(tx, actor.userId, organizationId)
    if (organization.legalName === null) throw new ProblemError('state-conflict', 'Enter the legal name first.')
    const claim = claimOf(organization, input.kind)
    const evidence =
      (await findOpen(tx, organizationId, input.kind, claim)) ??
      (await insert(context, tx, actor, organizationId, input, claim, at))
    if (organization.verification !== 'PENDING' && organization.verification !== 'VERIFIED') {
      await tx.query('organization-pend', pendSql, [organizationId, at])
    }
    await recordAudit(tx, actor, call, at, {
      scope: 'ORGANIZATION',
      scopeId: organizationId,
      action: 'organization.verification-requested',
      target: { kind: 'EVIDENCE', id: evidence.id },
      after: { kind: input.kind, ...claim },
    })
    return evidence
  })
  return lookUp(context, actor, organizationId, row, call)
}

/** Looks once more into what is open; decided evidence stays as it is. */
export async function checkEvidence(
  context: RequestContext,
  actor: Actor,
  { organizationId, evidenceId }: { organizationId: string; evidenceId: string },
  call: Call,
): Promise<OrganizationEvidence> {
  const row = await asActor(context.db, actor, async (tx) => {
    await requireAccess(tx, actor, organizationOf(organizationId), 'organization.request-verification', context.now())
    const [found] = await tx.query('evidence-find', findSql, [organizationId, evidenceId])
    return found
  })
  if (!row) throw new ProblemError('not-found')
  return row.status === 'OPEN' ? lookUp(context, actor, organizationId, row, call) : toEvidence(row)
}

/** The evidence of the last 12 months, newest first, for admins and administrators of the deployment. */
export async function listEvidence(
  context: Pick<SolutionContext, 'db' | 'now'>,
  actor: Actor,
  organizationId: string,
): Promise<{ items: OrganizationEvidence[] }> {
  const since = new Date(context.now().getTime() - 366 * 86_400_000)
  const work = (tx: Queries) => tx.query('evidence-list', listSql, [organizationId, since])
  return { items: (await asActor(context.db, actor, work, { seesAll: true })).map(toEvidence) }
}

async function lookUp(
  context: RequestContext,
  actor: Actor,
  organizationId: string,
  row: EvidenceRow,
  call: Call,
): Promise<OrganizationEvidence> {
  const finding = await findOut(context, organizationId, row)
  if (finding.status === 'OPEN') return toEvidence(row)
  const at = context.now()
  const decided = await asActor(context.db, actor, async (tx) => {
    const changed = await decideEvidence(tx, row.id, { ...finding, at })
    if (changed) {
      await recordAudit(tx, actor, call, at, {
        scope: 'ORGANIZATION',
        scopeId: organizationId,
        action: finding.status === 'CONFIRMED' ? 'organization.evidence-confirmed' : 'organization.evidence-refused',
        target: { kind: 'EVIDENCE', id: row.id },
        after: { kind: row.kind },
      })
    }
    return changed
  })
  return toEvidence(decided ?? row)
}

/** What the evidence is to show, as the organization says it now. */
function claimOf({ contactEmail, vatId, registerNumber }: OrganizationRow, kind: Requested): Record<string, string> {
  if (kind === 'EMAIL_DOMAIN') return { domain: contactEmail.slice(contactEmail.lastIndexOf('@') + 1).toLowerCase() }
  if (kind === 'VAT_ID') {
    if (vatId === null) throw new ProblemError('state-conflict', 'Enter the VAT id first.')
    return { vatId }
  }
  if (kind === 'REGISTER') {
    if (registerNumber === null) throw new ProblemError('state-conflict', 'Enter the number in the register first.')
    return { registerNumber }
  }
  return {}
}

async function findOpen(
  tx: Queries,
  organizationId: string,
  kind: Requested,
  claim: Record<string, string>,
): Promise<EvidenceRow | undefined> {
  if (kind === 'MANUAL') return undefined
  const [row] = await tx.query('evidence-find-open', findOpenSql, [organizationId, kind, JSON.stringify(claim)])
  return row
}

async function insert(
  context: RequestContext,
  tx: Queries,
  actor: Actor,
  organizationId: string,
  { kind, note }: { kind: Requested; note?: string | undefined },
  claim: Record<string, string>,
  at: Date,
): Promise<EvidenceRow> {
  const [count] = await tx.query('evidence-count-recent', countSql, [
    organizationId,
    new Date(at.getTime() - rateLimits.verificationRequests.seconds * 1000),
  ])
  if (count && count.count >= rateLimits.verificationRequests.limit)
    throw rateLimited(rateLimits.verificationRequests, 3600)
  const details = {
    ...claim,
    ...(note ? { note } : {}),
    ...(kind === 'EMAIL_DOMAIN' ? { token: context.newToken() } : {}),
  }
  const id = context.newId()
  await tx.query('evidence-insert', insertSql, [id, organizationId, kind, JSON.stringify(details), actor.userId, at])
  return { id, kind, status: 'OPEN', details, createdAt: at, decidedAt: null }
}

const pendSql = `update solution.organizations set verification = 'PENDING', verification_reason = null, updated_at = $2, version = version + 1 where id = $1`
const findSql = `select ${evidenceColumns} from solution.organization_evidence where organization_id = $1 and id = $2`
const findOpenSql = `select ${evidenceColumns} from solution.organization_evidence
  where organization_id = $1 and kind = $2 and status = 'OPEN' and details @> $3::jsonb order by id limit 1`
const listSql = `select ${evidenceColumns} from solution.organization_evidence where organization_id = $1 and created_at > $2 order by id desc limit 100`
const countSql =
  'select count(*)::int as count from solution.organization_evidence where organization_id = $1 and created_at > $2'
const insertSql = `insert into solution.organization_evidence (id, organization_id, kind, details, status, created_by, created_at)
  values ($1, $2, $3, $4, 'OPEN', $5, $6)`
