import { readFileSync } from 'node:fs'
import type { Organization } from '@bollard/contracts'
import { addressOf, makers } from './api/make.ts'
import { operate, type People, type Person, signUpAll } from './api/people.ts'
import { type RunningApi, startApi } from './api/start-api.ts'

/** All services with a partner and its members, and a clock that is moved by hand. */
export interface Programme {
  readonly api: RunningApi
  /** Mia is admin of the partner and Vic a viewer; Ada is a customer and Eve a stranger. */
  readonly people: People
  readonly second: Person
  readonly organizationId: string
  /** Another organization that the operator has verified. */
  found(founder: Person, name: string, kind: Organization['kind']): Promise<string>
  /** Moves the time on and does what is due. Everybody stays signed in. */
  goTo(time: string): Promise<void>
  /** A solution of somebody that the partner brought, on the largest plan, paid by bank transfer. */
  bringSolution(customer: Person): Promise<{ solutionId: string; siteKey: string; secretKey: string }>
  /** The operator writes down that an invoice was paid as a whole. */
  pay(invoiceId: string): Promise<void>
  stop(): Promise<void>
}

export const programmeBegins = '2026-03-02T09:00:00Z'

/** Enterprise for 9 000 € a month, and a hundred euros for each thousand verifications after the first. */
function plansWithPrice(): object {
  const plans = JSON.parse(
    readFileSync(new URL('../../services/billing/src/plan/default-plans.json', import.meta.url), 'utf8'),
  )
  const largest = plans.types.CAPTCHA.plans.at(-1)
  Object.assign(largest, {
    monthlyMinor: 900_000,
    yearlyMinor: 9_000_000,
    overagePerThousandMinor: 100_000,
    selectable: true,
  })
  largest.limits.verifications = 1
  return plans
}

/** Starts everything in March 2026 and has a partner founded, verified by the operator and ready to be paid. */
export async function startProgramme(): Promise<Programme> {
  let now = new Date(programmeBegins)
  const api = await startApi({ now: () => now, plans: plansWithPrice() })
  const people = await signUpAll(api)
  const { mia, vic, operator, newcomer } = people
  // The token of the first start makes one administrator; others are made by whoever has the database.
  await api.db.pool.query('update identity.users set is_admin = true, email_verified = true where id = $1', [
    newcomer.id,
  ])
  const second = { ...newcomer, isAdmin: true, emailVerified: true }
  // Whoever shows a second factor has to have one.
  await makers(api, second).passkeyId()
  await operate(second.client)
  await stayHere(api, now)
  const organizationId = await foundPartner(mia, operator, { name: 'Agentur Mia', kind: 'AFFILIATE', now: () => now })
  await invite(mia, vic, organizationId)

  return {
    api,
    people,
    second,
    organizationId,
    found: (founder, name, kind) => foundPartner(founder, operator, { name, kind, now: () => now }),
    async goTo(time) {
      now = new Date(time)
      await stayHere(api, now)
      await api.services.billing.runDue()
    },
    bringSolution: (customer) => bringSolution(mia, customer, organizationId),
    async pay(invoiceId) {
      const { open } = await operator.client.getInvoice({ invoiceId })
      const recordedPaymentDto = {
        ...open,
        receivedOn: now.toISOString().slice(0, 10),
        bankReference: `Transfer ${invoiceId}`,
      }
      await operator.client.recordPayment({ invoiceId, recordedPaymentDto })
      await api.services.billing.runDue()
    },
    stop: () => api.stop(),
  }
}

/** As if everybody had signed in now, administrators with their second factor. */
async function stayHere(api: RunningApi, now: Date): Promise<void> {
  const text = `update identity.sessions s set created_at = $1, last_active_at = $1, proven_at = $1, expires_at = $1::timestamptz + interval '1 hour',
    second_factor_at = case when u.is_admin then $1::timestamptz end from identity.users u where u.id = s.user_id`
  await api.db.pool.query(text, [now])
  await api.db.pool.query(
    `update identity.operator_sessions set opened_at = $1, last_active_at = $1, change_until = $1::timestamptz + interval '30 minutes'`,
    [now],
  )
}

async function foundPartner(
  { client, email }: Person,
  operator: Person,
  { name, kind, now }: { name: string; kind: Organization['kind']; now: () => Date },
): Promise<string> {
  const facts = {
    name,
    kind,
    legalName: `${name} GmbH`,
    contactEmail: email,
    countryCode: 'DE',
    language: 'de',
    vatId: 'DE136695976',
    registerNumber: 'HRB 4711',
  } as const
  const acceptedTerms = { documentId: 'partner-terms', version: '1', acceptedAt: now().toISOString() }
  const { id: organizationId, version } = await client.createOrganization({
    organizationNewDto: { ...facts, acceptedTerms },
  })
  await client.updateOrganization({
    organizationId,
    organizationUpdateDto: {
      ...facts,
      address: { street: 'Beispielgasse 3', postalCode: '50667', city: 'Köln' },
      payout: { method: 'SEPA', accountHolder: 'Agentur Mia GmbH', iban: 'DE89 3704 0044 0532 0130 00' },
      version,
    },
  })
  await client.requestOrganizationVerification({
    organizationId,
    organizationVerificationRequestDto: { kind: 'MANUAL', note: 'Extract of the register' },
  })
  await operator.client.verifyOrganization({
    organizationId,
    organizationVerificationDto: { decision: 'APPROVE', evidence: [{ kind: 'REGISTER', note: 'HRB 4711, Köln' }] },
  })
  return organizationId
}

async function invite(mia: Person, vic: Person, organizationId: string): Promise<void> {
  await mia.client.createOrganizationInvitation({
    organizationId,
    organizationInvitationCreationDto: { email: vic.email, role: 'VIEWER' },
  })
  const { items } = await vic.client.listMyInvitations()
  for (const { id } of items) await vic.client.acceptInvitation({ invitationAcceptanceDto: { invitationId: id } })
}

async function bringSolution(partner: Person, customer: Person, organizationId: string) {
  const { client, email } = customer
  const { token } = await partner.client.createOrganizationInviteToken({
    organizationId,
    organizationInviteTokenCreationDto: { label: 'Newsletter', purpose: 'REFERRAL' },
  })
  const { id, siteKey, secretKey } = await client.createSolution({
    solutionNewDto: {
      type: 'CAPTCHA',
      label: 'Shop',
      domains: [domainOf(email)],
      inviteToken: token,
      acceptReferral: true,
    },
  })
  const invoiceAddressId = (
    await client.createInvoiceAddress({ invoiceAddressNewDto: addressOf(customer, 'Customer GmbH') })
  ).id
  const paymentMethodId = (await client.createPaymentMethod({ paymentMethodNewDto: { kind: 'BANK_TRANSFER' } })).id
  const { version } = await client.getSolutionPlan({ solutionId: id })
  const solutionPlanDto = {
    planCode: 'ENTERPRISE',
    interval: 'MONTHLY',
    invoiceAddressId,
    paymentMethodId,
    version,
  } as const
  await client.changeSolutionPlan({ solutionId: id, solutionPlanDto })
  return { solutionId: id, siteKey: siteKey ?? '', secretKey: secretKey ?? '' }
}

export const domainOf = (email: string): string => email.split('@')[1] ?? ''
