import type { Organization } from '@bollard/contracts'
import type { SolutionContext } from '../solution-context.ts'
import { openAccount, type PayoutAccount } from './seal-account.ts'

export interface PayoutTerms {
  readonly name: string
  readonly legalName: string | null
  readonly contactEmail: string
  readonly countryCode: string
  readonly language: 'en' | 'de'
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
  const [row] = await db.query<Omit<PayoutTerms, 'account'> & { sealed: Buffer | null }>(
    'organization-payout-terms',
    termsSql,
    [id],
  )
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
