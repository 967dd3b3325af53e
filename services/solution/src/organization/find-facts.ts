import type { Language } from '@bollard/i18n'
import type { Actor, Person } from '@bollard/access'
import { idSchema, type Organization, type Role } from '@bollard/contracts'
import { findStanding, organizationOf } from '../access/entity.ts'
import { openAccount, type PayoutAccount } from './seal-account.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'

/** The role of a person in an organization; null for a stranger and for one that does not exist, which nobody can tell apart. */
export async function findOrganizationRole(
  { db, now }: Pick<SolutionContext, 'db' | 'now'>,
  actor: Pick<Actor, 'userId'>,
  organizationId: string,
): Promise<Role | null> {
  if (!idSchema.safeParse(organizationId).success) return null
  const standing = await asActor(db, { userId: actor.userId }, (tx) =>
    findStanding(tx, actor, organizationOf(organizationId), now()),
  )
  return standing?.role ?? null
}

/** The admins of an organization, for mails to them. Ask outside of a transaction, since the identity service needs a connection of its own. */
export async function findOrganizationAdmins(
  { db, identity }: Pick<SolutionContext, 'db' | 'identity'>,
  organizationId: string,
): Promise<Person[]> {
  const rows = await db.query('organization-admins', adminsSql, [organizationId])
  return rows.length === 0 ? [] : identity.findPeople(rows.map(({ userId }) => userId))
}

const adminsSql = `select user_id as "userId" from solution.organization_members where organization_id = $1 and role = 'ADMIN' order by user_id`

export interface PayoutTerms {
  readonly name: string
  readonly legalName: string | null
  readonly contactEmail: string
  readonly countryCode: string
  readonly language: Language
  readonly vatId: string | null
  readonly registerNumber: string | null
  readonly address: {
    readonly street: string
    readonly addressLine2: string
    readonly postalCode: string
    readonly city: string
    readonly region: string
  }
  readonly kind: Organization['kind']
  /** Only VERIFIED ones are paid. */
  readonly verification: Organization['verification']['status']
  /** Nothing is paid before; null when nothing stands in the way. */
  readonly frozenUntil: Date | null
  /** In the clear, for the payment and nothing else. */
  readonly account: PayoutAccount | null
}

/** What a payout of commissions has to know, for the job that makes payouts. */
export async function payoutTermsOf(
  { db, encryptionKey }: Pick<SolutionContext, 'db' | 'encryptionKey'>,
  organizationId: string,
): Promise<PayoutTerms | null> {
  const id = organizationId.toLowerCase()
  const [row] = await db.query('organization-payout-terms', termsSql, [id])
  if (!row) return null
  const { sealed, address, ...terms } = row
  return { ...terms, address: { ...noAddress, ...address }, account: sealed && openAccount(encryptionKey, id, sealed) }
}

const noAddress: PayoutTerms['address'] = { street: '', addressLine2: '', postalCode: '', city: '', region: '' }
const termsSql = `select o.name, o.legal_name as "legalName", o.contact_email as "contactEmail", o.country_code as "countryCode", o.language,
    o.vat_id as "vatId", o.register_number as "registerNumber", o.address, o.kind, o.verification,
    o.payouts_frozen_until as "frozenUntil", a.sealed
  from solution.organizations o left join solution.payout_accounts a on a.organization_id = o.id
  where o.id = $1 and o.deleted_at is null`
