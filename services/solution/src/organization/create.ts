import type { Actor, Call } from '@bollard/access'
import type { Organization } from '@bollard/contracts'
import { assertWithinQuota, lockOwnQuota } from '../member/quota.ts'
import { readVatId } from './check-facts.ts'
import { readOrganization, toOrganization } from './organization-row.ts'
import { chooseReferralCode } from './referral-code.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

/** What organizations say of themselves when they are founded and later. */
export interface OrganizationFacts {
  readonly name: string
  readonly kind: Organization['kind']
  readonly legalName?: string | null | undefined
  readonly website?: string | null | undefined
  readonly contactEmail: string
  readonly countryCode: string
  readonly language: Organization['language']
  readonly vatId?: string | null | undefined
  readonly registerNumber?: string | null | undefined
  readonly referralCode?: string | undefined
}

export interface OrganizationNew extends OrganizationFacts {
  readonly acceptedTerms: { readonly documentId: string; readonly version: string; readonly acceptedAt: string }
}

type CreateContext = Pick<SolutionContext, 'db' | 'now' | 'newId' | 'randomBytes' | 'encryptionKey'>

/** Founds an organization with its founder as admin. Throws `quota-exceeded` for more than ten that one person belongs to. */
export async function createOrganization(
  context: CreateContext,
  actor: Actor,
  input: OrganizationNew,
  call: Call,
): Promise<Organization> {
  const at = context.now()
  const vatId = readVatId(input)
  return asActor(context.db, actor, async (tx) => {
    await lockOwnQuota(tx, actor)
    await assertWithinQuota(tx, actor)
    const id = context.newId()
    const referralCode = await chooseReferralCode(tx, input.referralCode, context.randomBytes)
    const terms = { ...input.acceptedTerms, acceptedBy: actor.userId, recordedAt: at.toISOString() }
    const facts = [
      input.name,
      input.kind,
      input.legalName ?? null,
      input.website ?? null,
      input.contactEmail,
      input.countryCode,
      input.language,
      vatId,
    ]
    const values = [id, ...facts, input.registerNumber ?? null, referralCode, JSON.stringify(terms), actor.userId, at]
    await tx.query('organization-insert', insertSql, values)
    await tx.query('organization-insert-founder', founderSql, [id, actor.userId, at])
    const after = {
      name: input.name,
      kind: input.kind,
      countryCode: input.countryCode,
      terms: `${terms.documentId} ${terms.version}`,
    }
    await recordAudit(tx, actor, call, at, {
      scope: 'ORGANIZATION',
      scopeId: id,
      action: 'organization.created',
      after,
    })
    return call.keepAnswer(tx, toOrganization(context, actor, await readOrganization(tx, actor.userId, id)))
  })
}

const insertSql = `insert into solution.organizations (id, name, kind, legal_name, website, contact_email, country_code, language, vat_id,
    register_number, referral_code, accepted_terms, created_by, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)`
const founderSql = `insert into solution.organization_members (organization_id, user_id, role, created_at) values ($1, $2, 'ADMIN', $3)`
