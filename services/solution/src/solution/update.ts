import type { Actor, Call } from '@bollard/access'
import type { Solution, SolutionUpdate } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { lockEntity, organizationOf, requireAccess } from '../access/entity.ts'
import { type ChangeContext, changeSolution } from '../change/change.ts'
import { assertMayManage } from '../organization/may-manage.ts'
import { maskEmail } from '../people/names.ts'
import { assertAllowed } from '../policy.ts'
import type { SolutionContext } from '../solution-context.ts'
import { standingIn } from '../store/load.ts'
import { recordAudit } from '../store/record-audit.ts'
import type { SolutionRow } from '../store/solution-row.ts'
import { assertTimeZone } from './assert-time-zone.ts'

export interface UpdateContext extends ChangeContext, Pick<SolutionContext, 'billing' | 'queue'> {
  /** Throws `rate-limited` when a solution changes its time zone too often. */
  readonly takeZoneChange: (solutionId: string) => Promise<void>
}

/**
 * Changes what an update names. Throws `version-conflict` when somebody was faster. Whom invoices go to is for admins to say,
 * and with what they are paid for those who have just proved themselves. What billing keeps is handed to it last, so that
 * nothing changes here when it refuses.
 */
export async function updateSolution(
  context: UpdateContext,
  actor: Actor,
  solutionId: string,
  update: SolutionUpdate,
  call: Call,
): Promise<Solution> {
  const { version, usageAlertPercents, ...plain } = update
  // As the database writes it: turns go by it.
  const managementOrganizationId = update.managementOrganizationId?.toLowerCase() ?? update.managementOrganizationId
  if (update.timezone !== undefined) await assertTimeZone(context.db, update.timezone)
  const means = await otherMeans(context, solutionId, update)
  const billing = withoutUndefined({ ...means, usageAlertPercents })
  const asksBilling = Object.keys(billing).length > 0
  // Billing takes a connection of its own while this one is held, so only a few of these go at once.
  const inTurn = asksBilling ? context.queue : <T>(work: () => Promise<T>) => work()
  const first = async (tx: Queries) => {
    if (managementOrganizationId != null) await lockEntity(tx, organizationOf(managementOrganizationId))
  }
  return inTurn(() =>
    changeSolution(context, actor, { solutionId, action: 'solution.update', first }, async (tx, row, at) => {
      const standing = standingIn(row, actor.userId, at)
      if (means.invoiceAddressId !== undefined) assertAllowed(actor, 'solution.change-invoice-address', standing, at)
      if (means.paymentMethodId !== undefined) assertAllowed(actor, 'solution.change-payment-method', standing, at)
      if (version !== row.version) throw new ProblemError('version-conflict')
      const formerOrganization = row.managementOrganization?.id ?? null
      const organizationId = managementOrganizationId === undefined ? formerOrganization : managementOrganizationId
      if (organizationId !== formerOrganization) {
        assertAllowed(actor, 'solution.assign-organization', standing, at)
        if (organizationId !== null) {
          await requireAccess(tx, actor, organizationOf(organizationId), 'organization.assign-solutions', at)
          await assertMayManage(tx, organizationId, 1)
        }
      }
      const {
        label = row.label,
        timezone = row.timezone,
        language = row.language,
        notificationEmails = row.notificationEmails,
      } = plain
      if (timezone !== row.timezone) await context.takeZoneChange(solutionId)
      await tx.query('solution-update', updateSql, [
        solutionId,
        label,
        timezone,
        language,
        notificationEmails,
        organizationId,
        at,
      ])
      const changed = changes(
        { ...fieldsOf(row), managementOrganizationId: formerOrganization },
        { label, timezone, language, notificationEmails, managementOrganizationId: organizationId },
      )
      const after = { ...changed.after, ...billing }
      if (asksBilling) await context.billing.changeBilling({ solutionId, userId: actor.userId, ...billing })
      // Last: billing writes into the same audit log, whose entries wait for each other until the end of a transaction.
      await recordAudit(tx, actor, call, at, {
        scope: 'SOLUTION',
        scopeId: solutionId,
        action: 'solution.updated',
        before: masked(changed.before),
        after: masked(after),
      })
    }),
  )
}

/** What of an update is another address or payment method than the present one: forms send what they have read along with what was changed. */
async function otherMeans({ billing }: UpdateContext, solutionId: string, update: SolutionUpdate) {
  const [invoiceAddressId, paymentMethodId] = [
    update.invoiceAddressId?.toLowerCase(),
    update.paymentMethodId?.toLowerCase(),
  ]
  if (invoiceAddressId === undefined && paymentMethodId === undefined) return {}
  const present = (await billing.describeBilling([solutionId])).get(solutionId)
  return withoutUndefined({
    invoiceAddressId: invoiceAddressId === present?.invoiceAddressId ? undefined : invoiceAddressId,
    paymentMethodId: paymentMethodId === present?.paymentMethodId ? undefined : paymentMethodId,
  })
}

function fieldsOf({ label, timezone, language, notificationEmails }: SolutionRow) {
  return { label, timezone, language, notificationEmails }
}

/** Only what differs. */
function changes(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const pick = (from: Readonly<Record<string, unknown>>) => Object.fromEntries(names.map((name) => [name, from[name]]))
  return { before: pick(before), after: pick(after) }
}

/** The log is never erased, and these addresses may be of people who want nothing of us. */
function masked(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { notificationEmails, ...others } = fields
  return Array.isArray(notificationEmails)
    ? { ...others, notificationEmails: notificationEmails.map((email) => maskEmail(String(email))) }
    : others
}

function withoutUndefined<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>
}

const updateSql = `update solution.solutions set label = $2, timezone = $3, language = $4, notification_emails = $5, organization_id = $6,
  version = version + 1, updated_at = $7 where id = $1`
