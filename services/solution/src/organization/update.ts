import type { Actor, Call } from '@bollard/access'
import { type Organization, payoutFreezeDays } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { isDeepStrictEqual } from 'node:util'
import { organizationOf, requireAccess } from '../access/entity.ts'
import { readVatId } from './check-facts.ts'
import type { OrganizationFacts } from './create.ts'
import { describeOrganization, lockOrganization, type OrganizationRow, readOrganization } from './organization-row.ts'
import { chooseReferralCode } from './referral-code.ts'
import { openAccount, type PayoutAccount, readAccount, sealAccount } from './seal-account.ts'
import { maskEmail } from '../people/names.ts'
import { assertAllowed } from '../policy.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

export interface OrganizationUpdate extends OrganizationFacts {
  readonly address?: Organization['address'] | undefined
  readonly commissionPreference?: Organization['commissionPreference'] | undefined
  /** Left out, the account stays; null removes it. */
  readonly payout?:
    | { readonly accountHolder: string; readonly iban: string; readonly bic?: string | undefined }
    | null
    | undefined
  readonly version: number
}

type UpdateContext = Pick<SolutionContext, 'db' | 'now' | 'randomBytes' | 'encryptionKey' | 'billing'>

/**
 * Changes an organization. What its verification or its payouts hang on sends it back to verification and freezes payouts.
 * Throws `version-conflict` when it was changed meanwhile.
 */
export async function updateOrganization(
  context: UpdateContext,
  actor: Actor,
  organizationId: string,
  input: OrganizationUpdate,
  call: Call,
): Promise<Organization> {
  const at = context.now()
  const row = await asActor(context.db, actor, async (tx) => {
    const standing = await requireAccess(tx, actor, organizationOf(organizationId), 'organization.update', at)
    if (input.payout !== undefined) assertAllowed(actor, 'organization.change-payout', standing, at)
    const facts = factsOf(input)
    const account = input.payout ? readAccount(input.payout) : input.payout
    await lockOrganization(tx, organizationId)
    const before = await readOrganization(tx, actor.userId, organizationId)
    if (before.version !== input.version) throw new ProblemError('version-conflict')

    const known = before.sealedAccount && openAccount(context.encryptionKey, organizationId, before.sealedAccount)
    const accountChanges = account !== undefined && !isSame(account, known)
    if (accountChanges) await putAccount(context, tx, organizationId, account, at)
    const referralCode = await chooseOtherCode(tx, input.referralCode, before.referralCode, context)
    const after = {
      ...facts,
      address: input.address ?? before.address,
      commissionPreference: input.commissionPreference ?? before.commissionPreference,
      referralCode,
    }
    const changed = changesOf(before, after)
    const isReset =
      accountChanges || ['kind', 'legalName', 'countryCode', 'vatId'].some((name) => name in changed.after)
    // The name stands beside the badge, which was given to another one. Who is paid stays the same, so nothing is frozen for it.
    const losesBadge = 'name' in changed.after && before.verification === 'VERIFIED'
    // Who never asked to be verified still has to; everybody else is looked at again.
    const verification =
      losesBadge || (isReset && before.verification !== 'UNVERIFIED') ? 'PENDING' : before.verification
    const frozenUntil = isReset ? new Date(at.getTime() + payoutFreezeDays * 86_400_000) : before.payoutsFrozenUntil
    await tx.query('organization-update', updateSql, [
      ...valuesOf(organizationId, after),
      verification,
      frozenUntil,
      at,
    ])
    await recordAudit(tx, actor, call, at, {
      scope: 'ORGANIZATION',
      scopeId: organizationId,
      action: 'organization.updated',
      before: {
        ...loggable(changed.before),
        ...(verification === before.verification ? {} : { verification: before.verification }),
      },
      after: {
        ...loggable(changed.after),
        ...(accountChanges ? { payoutAccount: account ? 'changed' : 'removed' } : {}),
        ...(verification === before.verification ? {} : { verification }),
      },
    })
    return readOrganization(tx, actor.userId, organizationId)
  })
  return describeOrganization(context, actor, row)
}

type Facts = Pick<
  OrganizationRow,
  'name' | 'kind' | 'legalName' | 'website' | 'contactEmail' | 'countryCode' | 'language' | 'vatId' | 'registerNumber'
>
type Changeable = Facts & Pick<OrganizationRow, 'address' | 'commissionPreference' | 'referralCode'>

function factsOf(input: OrganizationUpdate): Facts {
  const {
    name,
    kind,
    legalName = null,
    website = null,
    contactEmail,
    countryCode,
    language,
    registerNumber = null,
  } = input
  return {
    name,
    kind,
    legalName,
    website,
    contactEmail,
    countryCode,
    language,
    vatId: readVatId(input),
    registerNumber,
  }
}

async function chooseOtherCode(
  tx: Queries,
  wish: string | undefined,
  present: string,
  context: Pick<UpdateContext, 'randomBytes'>,
): Promise<string> {
  return wish === undefined || wish === present ? present : chooseReferralCode(tx, wish, context.randomBytes)
}

function isSame(one: PayoutAccount | null, other: PayoutAccount | null): boolean {
  return one?.iban === other?.iban && one?.accountHolder === other?.accountHolder && one?.bic === other?.bic
}

async function putAccount(
  context: UpdateContext,
  tx: Queries,
  organizationId: string,
  account: PayoutAccount | null,
  at: Date,
): Promise<void> {
  await tx.query('payout-account-delete', 'delete from solution.payout_accounts where organization_id = $1', [
    organizationId,
  ])
  if (account === null) return
  const sealed = sealAccount(context.encryptionKey, organizationId, account, context.randomBytes)
  await tx.query('payout-account-insert', `insert into solution.payout_accounts values ($1, 'SEPA', $2, $3)`, [
    organizationId,
    sealed,
    at,
  ])
}

/** Only the fields that are different now. */
function changesOf(
  before: Changeable,
  after: Changeable,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const names = (Object.keys(after) as (keyof Changeable)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  )
  return {
    before: Object.fromEntries(names.map((name) => [name, before[name]])),
    after: Object.fromEntries(names.map((name) => [name, after[name]])),
  }
}

/** The log is never erased: of a postal address it knows that there was one, and of an e-mail address as much as recognises it. */
function loggable({ address, contactEmail, ...others }: Record<string, unknown>): Record<string, unknown> {
  return {
    ...others,
    ...(address === undefined ? {} : { address: address === null ? null : '•••' }),
    ...(typeof contactEmail === 'string' ? { contactEmail: maskEmail(contactEmail) } : {}),
  }
}

function valuesOf(
  id: string,
  { name, kind, legalName, website, contactEmail, countryCode, language, vatId, registerNumber, ...rest }: Changeable,
): unknown[] {
  const facts = [id, name, kind, legalName, website, contactEmail, countryCode, language, vatId, registerNumber]
  return [...facts, JSON.stringify(rest.address), rest.commissionPreference, rest.referralCode]
}

const updateSql = `update solution.organizations set name = $2, kind = $3, legal_name = $4, website = $5, contact_email = $6, country_code = $7,
    language = $8, vat_id = $9, register_number = $10, address = $11, commission_preference = $12, referral_code = $13, verification = $14,
    verified_until = case when verification = $14 then verified_until end, verification_reason = case when verification = $14 then verification_reason end,
    payouts_frozen_until = $15, updated_at = $16, version = version + 1
  where id = $1`
