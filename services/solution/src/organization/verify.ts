import type { Language } from '@bollard/i18n'
import type { Actor, Call } from '@bollard/access'
import { type Organization, type OrganizationEvidence, organizationVerificationMonths } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { organizationOf, requireAccess } from '../access/entity.ts'
import { findOrganizationAdmins } from './find-facts.ts'
import { describeOrganization, lockOrganization, readOrganization } from './organization-row.ts'
import { dashboardPage, notifyPeople } from '../people/notify.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

export interface Verdict {
  readonly decision: 'APPROVE' | 'REJECT' | 'REVOKE'
  readonly reason?: string | undefined
  /** What was looked at besides what the organization handed in. */
  readonly evidence: readonly { readonly kind: OrganizationEvidence['kind']; readonly note: string }[]
}

type VerifyContext = Pick<
  SolutionContext,
  'db' | 'now' | 'newId' | 'identity' | 'enqueueMail' | 'dashboardUrl' | 'encryptionKey' | 'billing'
>

const outcomes = {
  APPROVE: { status: 'VERIFIED', action: 'organization.verified', from: ['PENDING', 'VERIFIED'] },
  REJECT: { status: 'REJECTED', action: 'organization.rejected', from: ['PENDING'] },
  REVOKE: { status: 'REVOKED', action: 'organization.verification-revoked', from: ['VERIFIED'] },
} as const

/**
 * An administrator of the deployment decides on an organization and its admins are told. Approving what is verified already
 * extends it. Throws `second-person-needed` to a member of the organization, and `state-conflict` where the state or the evidence does
 * not allow the decision.
 */
export async function verifyOrganization(
  context: VerifyContext,
  actor: Actor,
  organizationId: string,
  verdict: Verdict,
  call: Call,
): Promise<Organization> {
  const at = context.now()
  const outcome = outcomes[verdict.decision]
  const admins = actor.isAdmin ? await findOrganizationAdmins(context, organizationId) : []
  const work = async (tx: Queries) => {
    const { role, name } = await requireAccess(tx, actor, organizationOf(organizationId), 'organization.verify', at)
    if (role !== null) throw new ProblemError('second-person-needed', 'Nobody decides on an organization of their own.')
    await lockOrganization(tx, organizationId)
    const before = await readOrganization(tx, actor.userId, organizationId)
    if (!outcome.from.some((status) => status === before.verification)) throw new ProblemError('state-conflict')
    await insertEvidence(context, tx, actor, organizationId, verdict, at)
    if (verdict.decision === 'APPROVE') await assertProven(tx, organizationId, at)
    else await tx.query('evidence-refuse-open', refuseOpenSql, [organizationId, at])
    const validUntil = verdict.decision === 'APPROVE' ? monthsAfter(at, organizationVerificationMonths) : null
    await tx.query('organization-verify', verifySql, [
      organizationId,
      outcome.status,
      verdict.reason ?? null,
      validUntil,
      at,
    ])
    await recordAudit(tx, actor, call, at, {
      scope: 'ORGANIZATION',
      scopeId: organizationId,
      action: outcome.action,
      asOperator: true,
      before: { verification: before.verification },
      after: {
        verification: outcome.status,
        reason: verdict.reason ?? null,
        evidence: verdict.evidence.map(({ kind }) => kind),
      },
    })
    const link = (language: Language) => dashboardPage(context, language, organizationOf(organizationId))
    const key = context.newId()
    await (verdict.decision === 'APPROVE'
      ? notifyPeople(context, tx, admins, {
          kind: 'organization-verified',
          key,
          values: (language) => ({ link: link(language), organization: name }),
        })
      : notifyPeople(context, tx, admins, {
          kind: 'organization-rejected',
          key,
          values: (language) => ({ link: link(language), organization: name, reason: verdict.reason ?? '' }),
        }))
    return readOrganization(tx, actor.userId, organizationId)
  }
  return describeOrganization(context, actor, await asActor(context.db, actor, work, { seesAll: true }))
}

async function insertEvidence(
  context: VerifyContext,
  tx: Queries,
  actor: Actor,
  organizationId: string,
  { decision, evidence }: Verdict,
  at: Date,
): Promise<void> {
  const status = decision === 'APPROVE' ? 'CONFIRMED' : 'REFUSED'
  for (const { kind, note } of evidence) {
    await tx.query('evidence-insert-decided', insertSql, [
      context.newId(),
      organizationId,
      kind,
      JSON.stringify({ note }),
      status,
      actor.userId,
      at,
    ])
  }
}

/** Evidence that is older than a verification lasts proves nothing any more. */
async function assertProven(tx: Queries, organizationId: string, at: Date): Promise<void> {
  const [row] = await tx.query('evidence-count-confirmed', countSql, [
    organizationId,
    monthsAfter(at, -organizationVerificationMonths),
  ])
  if (row?.count === 0) throw new ProblemError('state-conflict', 'An approval needs evidence that was confirmed.')
}

/** The same day so many months later, or the last day of a month that does not have it. */
function monthsAfter(at: Date, months: number): Date {
  const later = new Date(at)
  later.setUTCMonth(at.getUTCMonth() + months)
  if (later.getUTCDate() !== at.getUTCDate()) later.setUTCDate(0)
  return later
}

const insertSql = `insert into solution.organization_evidence (id, organization_id, kind, details, status, created_by, created_at, decided_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7)`
const countSql = `select count(*)::int as count from solution.organization_evidence where organization_id = $1 and status = 'CONFIRMED' and decided_at > $2`
const refuseOpenSql = `update solution.organization_evidence set status = 'REFUSED', decided_at = $2 where organization_id = $1 and status = 'OPEN'`
const verifySql = `update solution.organizations set verification = $2, verification_reason = $3, verified_until = $4, updated_at = $5, version = version + 1
  where id = $1`
