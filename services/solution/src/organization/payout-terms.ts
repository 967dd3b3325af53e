import type { Organization } from '@bollard/contracts'
import type { SolutionDeps } from '../solution-context.ts'
import { openAccount, type PayoutAccount } from './seal-account.ts'

export interface PayoutTerms {
  readonly name: string
  readonly legalName: string | null
  readonly countryCode: string
  readonly vatId: string | null
  readonly kind: Organization['kind']
  /** Only VERIFIED ones are paid. */
  readonly verification: Organization['verification']['status']
  /** Nothing is paid before; null when nothing stands in the way. */
  readonly frozenUntil: Date | null
  /** In the clear, for the payment and nothing else. */
  readonly account: PayoutAccount | null
}

/** What a payout of commissions has to know, for the job that makes payouts. */
export async function payoutTermsOf({ db, encryptionKey }: Pick<SolutionDeps, 'db' | 'encryptionKey'>, organizationId: string): Promise<PayoutTerms | null> {
  const id = organizationId.toLowerCase()
  const [row] = await db.query<Omit<PayoutTerms, 'account'> & { sealed: Buffer | null }>('organization-payout-terms', termsSql, [id])
  if (!row) return null
  const { sealed, ...terms } = row
  return { ...terms, account: sealed && openAccount(encryptionKey, id, sealed) }
}

const termsSql = `select o.name, o.legal_name as "legalName", o.country_code as "countryCode", o.vat_id as "vatId", o.kind, o.verification,
    o.payouts_frozen_until as "frozenUntil", a.sealed
  from solution.organizations o left join solution.payout_accounts a on a.organization_id = o.id
  where o.id = $1 and o.deleted_at is null`
