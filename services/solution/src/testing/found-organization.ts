import type { Organization, Role } from '@bollard/contracts'
import type { Mail } from '@bollard/mail'
import { people, type Person, type TestService } from './start-service.ts'

/** A whole `organizationNewDto`. */
export const agency = {
  name: 'Muster Agentur',
  kind: 'AGENCY',
  contactEmail: 'office@agency.example',
  countryCode: 'DE',
  language: 'en',
  acceptedTerms: { documentId: 'partner-terms', version: '2026-01', acceptedAt: '2026-03-01T09:59:00.000Z' },
} as const

/** An `organizationUpdateDto` that changes nothing. */
export function unchanged(organization: Organization): Record<string, unknown> {
  const { name, kind, legalName, website, contactEmail, countryCode, language, vatId, registerNumber, version } =
    organization
  return { name, kind, legalName, website, contactEmail, countryCode, language, vatId, registerNumber, version }
}

export async function found(service: TestService, person: Person = 'ada', changes: object = {}): Promise<Organization> {
  const answer = await service.call(person, 'POST', '/organizations', { ...agency, ...changes })
  if (answer.status !== 201) throw new Error(`No organization: ${answer.text}`)
  return answer.json()
}

/** Makes somebody a member without asking anybody. */
export async function joinOrganization(
  { db, clock }: TestService,
  userId: string,
  organizationId: string,
  role: Role,
): Promise<void> {
  const sql =
    'insert into solution.organization_members (organization_id, user_id, role, created_at) values ($1, $2, $3, $4)'
  await db.query('test-join-organization', sql, [organizationId, userId, role, clock.now])
}

/** Ada's organization with a member and a viewer; Eve and the operator are strangers. */
export async function organizationOfThree(service: TestService): Promise<Organization> {
  const organization = await found(service)
  await joinOrganization(service, people.bob.userId, organization.id, 'MEMBER')
  await joinOrganization(service, people.newcomer.userId, organization.id, 'VIEWER')
  return organization
}

export async function verify(service: TestService, organizationId: string): Promise<void> {
  const sql = `update solution.organizations set verification = 'VERIFIED', verified_until = $2, legal_name = coalesce(legal_name, 'Muster GmbH') where id = $1`
  await service.db.query('test-verify', sql, [organizationId, new Date(service.clock.now.getTime() + 300 * 86_400_000)])
}

/** The token of the link in a mail. */
export function tokenIn(mail: Mail | undefined): string {
  const token = /#token=([\w-]+)/u.exec(mail?.text ?? '')?.[1]
  if (token === undefined) throw new Error('The mail has no link with a token')
  return token
}

/** What happened, the oldest first. */
export async function auditOf(
  { db }: TestService,
  scopeId: string,
): Promise<{ action: string; actor: string | null; before: unknown; after: unknown }[]> {
  const sql = 'select action, actor_id as actor, before, after from audit.entries where scope_id = $1 order by number'
  return db.query('test-audit', sql, [scopeId])
}
