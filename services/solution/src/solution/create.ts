import type { Actor, Call } from '@bollard/access'
import type { Solution, SolutionNew } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { organizationOf, requireAccess } from '../access/entity.ts'
import { assertOffered, keepAcceptance } from '../agreement/accept.ts'
import { referrerOf } from '../invite-token/referrer-of.ts'
import { assertMayManage } from '../organization/may-manage.ts'
import { findReferringOrganization } from '../organization/referral-code.ts'
import { assertAllowed } from '../policy.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { loadSolution } from '../store/load.ts'
import { recordAudit } from '../store/record-audit.ts'
import { ofBilling, toSolution } from '../store/solution-row.ts'
import { assertTimeZone } from './assert-time-zone.ts'

export const solutionsPerUserMax = 50

/** Both keys are null where the type has no captcha; only the hash of `secretKey` is kept. */
export interface SolutionCreated extends Solution {
  readonly siteKey: string | null
  readonly secretKey: string | null
}

/**
 * Creates a solution with its creator as admin. Nothing stays when any part of it fails. Throws `quota-exceeded` for one too
 * many, `validation-failed` for a type that is not sold, `not-found` and `role-too-low` for an organization that the creator does not speak for, and what billing refuses.
 */
export async function createSolution(
  context: SolutionContext,
  actor: Actor,
  input: SolutionNew,
  call: Call,
): Promise<SolutionCreated> {
  const at = context.now()
  if (!context.billing.isSold(input.type)) {
    const errors = [{ pointer: '/type', code: 'type-not-sold' }]
    throw new ProblemError('validation-failed', 'Solutions of this type cannot be created yet.', { errors })
  }
  if (input.timezone !== undefined) await assertTimeZone(context.db, input.timezone)
  if (input.paymentMethodId !== undefined) assertAllowed(actor, 'solution.create-paid', null, at)
  const solution = await context.queue(() =>
    asActor(context.db, actor, async (tx) => {
      await lockOwnQuota(tx, actor)
      const created = await create(context, tx, actor, { input, call, at })
      return call.keepAnswer(tx, await withBilling(context, created))
    }),
  )
  if (input.planCode === undefined) return solution
  await context.billing.billNewPlan(solution.id)
  return withBilling(context, solution)
}

async function withBilling(
  { billing }: Pick<SolutionContext, 'billing'>,
  solution: SolutionCreated,
): Promise<SolutionCreated> {
  const found = (await billing.describeBilling([solution.id])).get(solution.id)
  return found === undefined ? solution : { ...solution, ...ofBilling(found) }
}

async function create(
  context: SolutionContext,
  tx: Queries,
  actor: Actor,
  { input, call, at }: { input: SolutionNew; call: Call; at: Date },
): Promise<SolutionCreated> {
  await assertWithinQuota(tx, actor)
  const id = context.newId()
  const { type, label, planCode, invoiceAddressId, paymentMethodId, dpaAccepted } = input
  const manager = await findManager(tx, actor, input, at)
  if (dpaAccepted) assertOffered(context, dpaAccepted.version, '/dpaAccepted/version')
  await insertSolution(tx, actor, { id, input, manager, at })
  if (dpaAccepted) await keepAcceptance(tx, actor, { solutionId: id, version: dpaAccepted.version, at })
  const row = await loadSolution(tx, actor.userId, id)
  if (row === undefined) throw new Error('a solution that was just inserted is not there')
  const domains = [...new Set(input.domains)]
  const after = {
    label,
    type,
    ...(domains.length > 0 && { domains }),
    ...(manager && {
      managementOrganizationId: manager.manages ? manager.id : null,
      referredBy: manager.byReferral ? manager.id : null,
    }),
    ...(dpaAccepted && { dpaVersion: dpaAccepted.version }),
  }
  if (type !== 'MONITORING')
    context.captcha.checkNewSite({ domains, plan: context.billing.planToBegin(type, planCode) })
  // Late, because both commit by themselves. The plan comes first: it may be refused, and then there is no site that belongs to nothing.
  await context.billing.openSubscription({
    solutionId: id,
    type,
    userId: actor.userId,
    planCode,
    invoiceAddressId,
    paymentMethodId,
  })
  const keys = await withPlanBack(context, id, actor, async () => {
    const site = { solutionId: id, timeZone: row.timezone }
    if (type === 'MONITORING') {
      await context.monitoring.provisionSpace(site)
      return { siteKey: null, secretKey: null }
    }
    if (type === 'BUNDLE_SECURITY') await context.protection.provisionSpace(site)
    return context.captcha.provisionSite({ ...site, domains })
  })
  // After them, because they write into the audit log of the same solution, whose entries wait for each other until the end of a transaction.
  await recordAudit(tx, actor, call, at, { scope: 'SOLUTION', scopeId: id, action: 'solution.created', after })
  return { ...toSolution(row, undefined, actor), ...keys }
}

/** Where `work` fails the plan is taken back; what fails of that costs nothing, since nobody can use a plan without a solution. */
async function withPlanBack<T>(
  context: SolutionContext,
  solutionId: string,
  { userId }: Actor,
  work: () => Promise<T>,
): Promise<T> {
  return work().catch(async (error: unknown) => {
    await context.billing.withdrawSubscription({ solutionId, userId }).catch(() => undefined)
    throw error
  })
}

interface Manager {
  readonly id: string
  /** By an invite token or a referral link rather than as one of its members. */
  readonly byReferral: boolean
  /** It manages the solution; one that is not verified and manages three already is only remembered as who brought the customer. */
  readonly manages: boolean
}

/**
 * The organization that is to manage the solution: one that the creator speaks for, or the one whose token and tick came along.
 * Without any of that whose link led the creator here; that it manages anything takes a tick.
 */
async function findManager(tx: Queries, actor: Actor, input: SolutionNew, at: Date): Promise<Manager | null> {
  const { organizationId, inviteToken, acceptReferral, referralCode } = input
  if (organizationId !== undefined) {
    // As the database writes it: turns go by it.
    const id = organizationId.toLowerCase()
    await requireAccess(tx, actor, organizationOf(id), 'organization.assign-solutions', at)
    await assertMayManage(tx, id, 1)
    return { id, byReferral: false, manages: true }
  }
  if (inviteToken === undefined || !acceptReferral) {
    const id = referralCode === undefined ? null : await findReferringOrganization(tx, referralCode)
    return id === null ? null : { id, byReferral: true, manages: false }
  }
  const referrer = await referrerOf(tx, inviteToken, at)
  if (referrer === null) throw new ProblemError('token-invalid')
  return { id: referrer.organizationId, byReferral: !referrer.isOwn, manages: referrer.mayManage }
}

/** One creation per person at a time, over all processes, or two at once could both be the fiftieth. */
async function lockOwnQuota(tx: Queries, actor: Actor): Promise<void> {
  await tx.query(
    'solution-create-turn',
    `select pg_advisory_xact_lock(hashtextextended('solution.create ' || $1, 0))`,
    [actor.userId],
  )
}

async function assertWithinQuota(tx: Queries, actor: Actor): Promise<void> {
  const [row] = await tx.query(
    'solution-count-own',
    `select count(*)::int as count from solution.solutions where created_by = $1 and lifecycle <> 'DELETED'`,
    [actor.userId],
  )
  if (row && row.count >= solutionsPerUserMax)
    throw new ProblemError('quota-exceeded', `An account may have ${solutionsPerUserMax} solutions.`)
}

async function insertSolution(
  tx: Queries,
  actor: Actor,
  { id, input, manager, at }: { id: string; input: SolutionNew; manager: Manager | null; at: Date },
): Promise<void> {
  const { label, type, timezone = 'Etc/UTC', language = actor.language } = input
  const referredBy = manager?.byReferral ? manager.id : null
  const values = [
    id,
    label,
    type,
    actor.userId,
    at,
    timezone,
    language,
    manager?.manages ? manager.id : null,
    referredBy,
  ]
  await tx.query('solution-insert', insertSql, values)
  await tx.query(
    'solution-insert-founder',
    `insert into solution.members (solution_id, user_id, role, created_at) values ($1, $2, 'ADMIN', $3)`,
    [id, actor.userId, at],
  )
}

const insertSql = `insert into solution.solutions (id, label, type, created_by, created_at, updated_at, timezone, language, organization_id, referred_by, referred_at)
  values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, case when $9::uuid is not null then $5::timestamptz end)`
