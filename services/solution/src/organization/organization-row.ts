import type { Actor } from '@bollard/access'
import type { Organization, Role } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { factorAskedFrom } from '../policy.ts'
import type { SolutionContext } from '../solution-context.ts'
import { maskIban, openAccount } from './seal-account.ts'

/** An organization as the statements of this service select it; the table's checks hold the unions. */
export interface OrganizationRow {
  readonly id: string
  readonly name: string
  readonly kind: Organization['kind']
  readonly legalName: string | null
  readonly website: string | null
  readonly contactEmail: string
  readonly countryCode: string
  readonly language: Organization['language']
  readonly vatId: string | null
  readonly registerNumber: string | null
  readonly address: Partial<Organization['address']>
  readonly commissionPreference: Organization['commissionPreference']
  readonly referralCode: string
  readonly verification: Organization['verification']['status']
  readonly verificationReason: string | null
  readonly verifiedUntil: Date | null
  readonly payoutsFrozenUntil: Date | null
  /** Null unless there is an account and the actor may know of it: row-level security decides. */
  readonly sealedAccount: Buffer | null
  readonly memberCount: number
  readonly solutionCount: number
  /** Since when a solution that it manages costs something; null while none does. */
  readonly paidSince: Date | null
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly myRole: Role
}

/** Columns of `OrganizationRow` save `myRole`, from `solution.organizations o`. */
export const organizationColumns = `o.id, o.name, o.kind, o.legal_name as "legalName", o.website, o.contact_email as "contactEmail",
  o.country_code as "countryCode", o.language, o.vat_id as "vatId", o.register_number as "registerNumber", o.address,
  o.commission_preference as "commissionPreference", o.referral_code as "referralCode", o.verification,
  o.verification_reason as "verificationReason", o.verified_until as "verifiedUntil", o.payouts_frozen_until as "payoutsFrozenUntil",
  (select a.sealed from solution.payout_accounts a where a.organization_id = o.id) as "sealedAccount",
  (select count(*)::int from solution.organization_members m where m.organization_id = o.id) as "memberCount",
  (select count(*)::int from solution.solutions s where s.organization_id = o.id and s.lifecycle <> 'DELETED') as "solutionCount",
  o.paid_since as "paidSince", o.version, o.created_at as "createdAt", o.updated_at as "updatedAt"`

/**
 * Keeps the organization as it is for everybody else until the end of the transaction. Under row-level security this works for
 * its admins only, so whoever has just ceased to be one is refused here.
 */
export async function lockOrganization(tx: Queries, organizationId: string): Promise<void> {
  const locked = await tx.query('organization-lock', lockSql, [organizationId])
  if (locked.length === 0) throw new ProblemError('role-too-low')
}

/** One organization for an actor who was let in. */
export async function readOrganization(tx: Queries, userId: string, organizationId: string): Promise<OrganizationRow> {
  const [row] = await tx.query('organization-read', readSql, [organizationId, userId])
  if (!row) throw new Error('The organization has gone within one transaction')
  return row
}

type DescribeContext = Pick<SolutionContext, 'encryptionKey' | 'billing'>

/** Rows as callers get them, with the commissions of all of them in one question. Ask outside of a transaction. */
export async function describeOrganizations(
  context: DescribeContext,
  actor: Actor,
  rows: readonly OrganizationRow[],
): Promise<Organization[]> {
  if (rows.length === 0) return []
  const balances = await context.billing.describeBalances(rows.map(({ id }) => id))
  return rows.map((row) => ({ ...toOrganization(context, actor, row), balance: balances.get(row.id) ?? null }))
}

export async function describeOrganization(
  context: DescribeContext,
  actor: Actor,
  row: OrganizationRow,
): Promise<Organization> {
  const balances = await context.billing.describeBalances([row.id])
  return { ...toOrganization(context, actor, row), balance: balances.get(row.id) ?? null }
}

/** Without its balance. */
export function toOrganization(
  { encryptionKey }: Pick<SolutionContext, 'encryptionKey'>,
  actor: Actor,
  row: OrganizationRow,
): Organization {
  const {
    verification,
    verificationReason,
    verifiedUntil,
    payoutsFrozenUntil,
    sealedAccount,
    paidSince,
    createdAt,
    updatedAt,
    address,
    ...rest
  } = row
  const account = sealedAccount && openAccount(encryptionKey, row.id, sealedAccount)
  return {
    ...rest,
    address: { street: '', addressLine2: '', postalCode: '', city: '', region: '', ...address },
    verification: {
      status: verification,
      reason: verificationReason,
      validUntil: verifiedUntil?.toISOString() ?? null,
    },
    payout: account && {
      method: 'SEPA',
      accountHolder: account.accountHolder,
      iban: maskIban(account.iban),
      bic: account.bic,
    },
    payoutsFrozenUntil: payoutsFrozenUntil?.toISOString() ?? null,
    balance: null,
    secondFactorFrom: factorAskedFrom(actor, { paidSince, myRole: row.myRole }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

const lockSql = 'select 1 from solution.organizations where id = $1 and deleted_at is null for no key update'
const readSql = `select ${organizationColumns}, coalesce(mine.role, 'VIEWER') as "myRole"
  from solution.organizations o left join solution.organization_members mine on mine.organization_id = o.id and mine.user_id = $2
  where o.id = $1 and o.deleted_at is null`
