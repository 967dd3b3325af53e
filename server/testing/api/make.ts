import { randomUUIDv7 } from 'node:crypto'
import { createApiClient } from '@bollard/api-client'
import { operateOutbox } from '@bollard/mail'
import { deniedRequest } from './denied-request.ts'
import { alertRule, channel, schedule } from './examples.ts'
import { enquiryForm, limiter } from './protected-site.ts'
import type { Kind } from './kinds.ts'
import type { Person } from './people.ts'
import type { RunningApi } from './start-api.ts'
import { statusPage, statusReport } from './examples.ts'

interface Place {
  readonly solutionId: string
  readonly organizationId: string
  /** The solution that monitors, needed for what it monitors. */
  readonly monitoredId?: string
  /** The limiter that an override is of, needed for that. */
  readonly limiterId?: string
  /** The form that a review is of, needed for that. */
  readonly formId?: string
  /** The report that an update is of, needed for that. */
  readonly statusReportId?: string
  /** Whose session or export it is to be; needed for these. */
  readonly personId?: string
}
type Monitored = { kind: 'HTTP'; target: { url: string } } | { kind: 'HEARTBEAT'; target: { periodSeconds: number } }
type Maker = (at: Place) => Promise<string>

/** How a new one of each kind comes to be. Each call makes another. */
export function makers(api: RunningApi, owner: Person) {
  const { client } = owner
  const domain = owner.email.split('@')[1] ?? ''
  const label = `Shop of ${owner.givenName}`
  let count = 0
  const next = () => (count += 1)
  const inAMonth = (): string => new Date(api.now().getTime() + 30 * 86_400_000).toISOString()
  const insert = (text: string, values: unknown[]) => api.db.pool.query(text, values)
  const monitor = async (solutionId: string, check: Monitored) =>
    client.createMonitoredService({ solutionId, monitoredServiceNewDto: { name: `Service ${next()}`, check } })

  const one = {
    solutionId: async (_at?: Place) =>
      (await client.createSolution({ solutionNewDto: { type: 'CAPTCHA', label, domains: [domain] } })).id,
    organizationId: async (_at?: Place) => {
      const acceptedTerms = { documentId: 'partner-terms', version: '1', acceptedAt: api.now().toISOString() }
      return (
        await client.createOrganization({
          organizationNewDto: {
            name: `${label} ${next()}`,
            kind: 'AGENCY',
            legalName: `${label} GmbH`,
            contactEmail: owner.email,
            countryCode: 'DE',
            language: 'en',
            acceptedTerms,
          },
        })
      ).id
    },
    invitationId: async ({ solutionId }: Place) =>
      (
        await client.createSolutionInvitation({
          solutionId,
          solutionInvitationCreationDto: { email: `guest${next()}@${domain}`, role: 'VIEWER' },
        })
      ).id,
    inviteTokenId: async ({ organizationId }: Place) =>
      (
        await client.createOrganizationInviteToken({
          organizationId,
          organizationInviteTokenCreationDto: { label: `Link ${next()}`, purpose: 'REFERRAL' },
        })
      ).id,
    invoiceAddressId: async (_at?: Place) =>
      (await client.createInvoiceAddress({ invoiceAddressNewDto: addressOf(owner, label) })).id,
    paymentMethodId: async (_at?: Place) =>
      (await client.createPaymentMethod({ paymentMethodNewDto: { kind: 'BANK_TRANSFER' } })).id,
    /** A card where the services take any, since larger plans then take nothing else. */
    cardOrTransferId: async (_at?: Place): Promise<string> => {
      if (!(await client.getPaymentOptions()).kinds.includes('CARD')) return one.paymentMethodId()
      const { id: setupId } = await client.startPaymentMethodSetup({ paymentMethodSetupDto: { kind: 'CARD' } })
      return (await client.finishPaymentMethodSetup({ setupId })).id
    },
    apiKeyId: async ({ solutionId }: Place) =>
      (await client.createApiKey({ solutionId, apiKeyNewDto: { name: `Key ${next()}`, scopes: ['verify'] } })).id,
    bypassKeyId: async ({ solutionId }: Place) =>
      (await client.createBypassKey({ solutionId, bypassKeyNewDto: { name: `Pass ${next()}`, expiresAt: inAMonth() } }))
        .id,
    ruleId: async ({ solutionId }: Place) =>
      (
        await client.createRule({
          solutionId,
          ruleNewDto: {
            name: `Rule ${next()}`,
            priority: count,
            conditions: [{ field: 'country', values: ['FR'] }],
            action: { type: 'BLOCK' },
          },
        })
      ).id,
    environmentId: async ({ solutionId }: Place) =>
      (
        await client.createEnvironment({
          solutionId,
          environmentNewDto: { name: `Staging ${next()}`, domains: [`e${count}.${domain}`] },
        })
      ).id,
    webhookId: async ({ solutionId }: Place) =>
      (
        await client.createWebhook({
          solutionId,
          webhookNewDto: { url: `https://hooks.example/${next()}`, events: ['alert.raised'] },
        })
      ).webhook.id,
    savedFilterId: async ({ solutionId }: Place) =>
      (
        await client.createSavedFilter({
          solutionId,
          savedFilterNewDto: { name: `Filter ${next()}`, filters: { country: 'DE' } },
        })
      ).id,
    exportId: async ({ solutionId }: Place) =>
      (await client.createExport({ solutionId, exportNewDto: { format: 'CSV' } })).id,
    enquiryId: async (_at?: Place) =>
      (
        await client.createEnquiry({
          enquiryNewDto: { topic: 'OTHER', message: `The widget does not appear on page ${next()} of our shop.` },
        })
      ).id,
    /** Nobody can create one yet but who runs the installation: with the members of the other solution, and without a plan. */
    monitoredId: async ({ solutionId }: Place) => {
      const id = randomUUIDv7()
      const text = `insert into solution.solutions (id, label, type, created_by, created_at, updated_at, timezone, language)
        values ($1, $2, 'MONITORING', $3, $4, $4, 'Etc/UTC', 'en')`
      await insert(text, [id, `Servers of ${owner.givenName}`, owner.id, api.now()])
      const members = 'select $1, user_id, role, created_at from solution.members where solution_id = $2'
      await insert(`insert into solution.members (solution_id, user_id, role, created_at) ${members}`, [id, solutionId])
      await api.services.monitoring.provisionSpace({ solutionId: id, timeZone: 'Etc/UTC' })
      return id
    },
    limiterId: async ({ solutionId }: Place) =>
      (await client.createLimiter({ solutionId, limiterNewDto: { ...limiter, name: `limiter-${next()}` } })).id,
    overrideId: async ({ solutionId, limiterId = '' }: Place) => {
      const limiterOverrideNewDto = { values: [`192.0.2.${next() % 250}`], limit: null, note: 'The office' }
      return (await client.createLimiterOverride({ solutionId, limiterId, limiterOverrideNewDto })).id
    },
    decisionId: async ({ solutionId }: Place) => {
      const { recorder } = api.services.protection
      const id = randomUUIDv7()
      recorder.record({ ...deniedRequest, id, solutionId, at: api.now() }, 100)
      await recorder.flush()
      return id
    },
    blockedReportId: async ({ solutionId }: Place) => {
      const id = randomUUIDv7()
      await insert(
        `insert into protection.blocked_reports (id, solution_id, decision_id, at, message) values ($1, $2, $3, $4, 'I only wanted to buy a chair.')`,
        [id, solutionId, randomUUIDv7(), api.now()],
      )
      return id
    },
    reportScheduleId: async ({ solutionId }: Place) => {
      const reportScheduleNewDto = { emails: [owner.email], language: 'en' as const, every: 'FIRST_OF_MONTH' as const }
      return (await client.createReportSchedule({ solutionId, reportScheduleNewDto })).id
    },
    reportLinkId: async ({ solutionId }: Place) => {
      const reportLinkNewDto = { month: api.now().toISOString().slice(0, 7), days: 30 }
      return (await client.createReportLink({ solutionId, reportLinkNewDto })).id
    },
    allowedVisitorId: async ({ solutionId }: Place) => {
      const allowedVisitorNewDto = { field: 'user' as const, value: `user ${next()}`, note: 'A partner' }
      return (await client.createAllowedVisitor({ solutionId, allowedVisitorNewDto })).id
    },
    formId: async ({ solutionId }: Place) => {
      const protectedFormNewDto = { ...enquiryForm, name: `enquiry-${next()}` }
      return (await client.createProtectedForm({ solutionId, protectedFormNewDto })).id
    },
    // One whose message no key opens any more.
    reviewId: async ({ solutionId, formId }: Place) => {
      const id = randomUUIDv7()
      const text = `insert into protection.reviews (id, solution_id, form_id, at, conclusion, weight, codes, excerpt, excerpt_key_id, sealed, key_id,
          author, decision_id, kept_until)
        values ($1, $2, $3, $4, 'REVIEW', 30, '{text-many-links}', '', 0, '', 0, 'nobody', $1, $4::timestamptz + interval '30 days')`
      await insert(text, [id, solutionId, formId, api.now()])
      return id
    },
    serviceId: async ({ monitoredId = '' }: Place) =>
      (await monitor(monitoredId, { kind: 'HTTP', target: { url: 'https://192.0.2.10/' } })).id,
    heartbeatId: async ({ monitoredId = '' }: Place) =>
      (await monitor(monitoredId, { kind: 'HEARTBEAT', target: { periodSeconds: 3600 } })).id,
    // The engine opens one.
    incidentId: async (at: Place): Promise<string> => {
      const [id, serviceId]: [string, string] = [randomUUIDv7(), await one.serviceId(at)]
      const text = `insert into monitoring.incidents (id, solution_id, service_id, state, worst, opened_at) values ($1, $2, $3, 'OPEN', 'DOWN', $4)`
      await insert(text, [id, at.monitoredId, serviceId, api.now()])
      return id
    },
    maintenanceId: async ({ monitoredId = '' }: Place) => {
      const planned = { title: `Disks ${next()}`, startsAt: '2099-03-02T02:00', durationMinutes: 60 }
      const maintenanceNewDto = { ...planned, timeZone: 'Europe/Berlin' }
      return (await client.createMaintenance({ solutionId: monitoredId, maintenanceNewDto })).id
    },
    // Only administrators of the installation make keys here.
    monitoringKeyId: async ({ monitoredId }: Place) => {
      const id = randomUUIDv7()
      const text = `insert into monitoring.api_keys (id, solution_id, name, scopes, hash, last4, created_at, created_by)
        values ($1, $2, 'Wall', '{statistics}', $3, 'last', $4, $5)`
      await insert(text, [id, monitoredId, Buffer.from(id), api.now(), owner.id])
      return id
    },
    probeId: async ({ monitoredId = '' }: Place) => {
      const probeNewDto = { name: `Probe ${next()}`, place: `place-${randomUUIDv7().slice(-12)}` }
      return (await client.createProbe({ solutionId: monitoredId, probeNewDto })).id
    },
    channelId: async ({ monitoredId = '' }: Place) =>
      (await client.createChannel({ solutionId: monitoredId, channelNewDto: { ...channel, name: `Team ${next()}` } }))
        .id,
    scheduleId: async (at: Place) => {
      const onCallScheduleNewDto = schedule(await one.channelId(at))
      return (await client.createOnCallSchedule({ solutionId: at.monitoredId ?? '', onCallScheduleNewDto })).id
    },
    alertRuleId: async (at: Place) => {
      const alertRuleNewDto = alertRule(await one.channelId(at))
      return (await client.createAlertRule({ solutionId: at.monitoredId ?? '', alertRuleNewDto })).id
    },
    // The engine opens one.
    alertId: async (at: Place): Promise<string> => {
      const [id, ruleId, serviceId] = [randomUUIDv7(), await one.alertRuleId(at), await one.serviceId(at)]
      const text = `insert into monitoring.alerts (id, solution_id, rule_id, service_id, facts, opened_at, followed_until)
        values ($1, $2, $3, $4, '{"state": "DOWN"}', $5, $5)`
      await insert(text, [id, at.monitoredId, ruleId, serviceId, api.now()])
      return id
    },
    statusPageId: async ({ monitoredId = '' }: Place) => {
      const statusPageNewDto = { ...statusPage, slug: `page-${randomUUIDv7().slice(-12)}` }
      return (await client.createStatusPage({ solutionId: monitoredId, statusPageNewDto })).id
    },
    statusReportId: async (at: Place): Promise<string> => {
      const statusReportNewDto = { ...statusReport, statusPageId: await one.statusPageId(at) }
      return (await client.createStatusReport({ solutionId: at.monitoredId ?? '', statusReportNewDto })).id
    },
    reportUpdateId: async ({ monitoredId = '', statusReportId = '' }: Place): Promise<string> => {
      const reportUpdateNewDto = { stage: 'IDENTIFIED' as const, text: `We know why (${next()}).` }
      const added = await client.addReportUpdate({ solutionId: monitoredId, statusReportId, reportUpdateNewDto })
      return added.updates.at(-1)?.id ?? ''
    },
    // As the form of a page makes one, but without its mail.
    subscriberId: async (at: Place): Promise<string> => {
      const [id, statusPageId]: [string, string] = [randomUUIDv7(), await one.statusPageId(at)]
      const text = `insert into monitoring.subscribers (id, page_id, solution_id, channel, destination_hash, token_hash, sealed, key_id,
        component_ids, language, state, created_at) values ($1, $2, $3, 'EMAIL', $4, $4, $4, 0, '{}', 'en', 'ACTIVE', $5)`
      await insert(text, [id, statusPageId, at.monitoredId, Buffer.from(id), api.now()])
      return id
    },
    /** Of a visitor, and so of nobody who has an account. */
    replayId: async (_at?: Place) => {
      await createApiClient({ baseUrl: api.url }).addReplayBatch({
        replayBatchNewDto: {
          visit: randomUUIDv7(),
          number: 0,
          path: '/products/captcha',
          language: 'en',
          device: 'computer',
          events: [JSON.stringify({ type: 4, data: { href: '/en/products/captcha' }, timestamp: api.now().getTime() })],
        },
      })
      const { rows } = await api.db.pool.query<{ id: string }>(
        'select id from telemetry.replays order by id desc limit 1',
      )
      return rows[0]?.id ?? ''
    },
    // An operator sets one, and may end it.
    flagId: async (_at?: Place) => {
      const id = randomUUIDv7()
      const text = `insert into operations.flags (id, name, scope, reason, set_by, set_at, ends_at)
        values ($1, 'express-lane-off', 'INSTALLATION', 'A proxy has trouble with it', $1, $2, $2::timestamptz + interval '1 hour')`
      await insert(text, [id, api.now()])
      return id
    },
    // The mail server of an address refuses it.
    bounceId: async (_at?: Place) => {
      const address = `${randomUUIDv7()}@${domain}`
      await insert(`insert into mail.bounces (address, at, answer) values ($1, $2, '550 5.1.1 unknown')`, [
        address,
        api.now(),
      ])
      return (await operateOutbox(api.db, api.now).listBounces({ limit: 1, address }))[0]?.id ?? ''
    },
    /** Somebody with an account whom operators look after. */
    personId: async (_at?: Place) => {
      const id = randomUUIDv7()
      await insert(
        `insert into identity.users (id, email, email_verified, given_name, language, created_at, updated_at) values ($1, $2, true, 'Pat', 'en', $3, $3)`,
        [id, `pat-${id}@${domain}`, api.now()],
      )
      await insert(
        `insert into identity.totp_secrets (user_id, sealed_secret, created_at, confirmed_at) values ($1, '', $2, $2)`,
        [id, api.now()],
      )
      return id
    },
    personSessionId: async ({ personId }: Place) => {
      const id = randomUUIDv7()
      await insert(
        `insert into identity.sessions (id, user_id, token_hash, created_at, updated_at, expires_at) values ($1, $2, $4, $3, $3, $3::timestamptz + interval '1 day')`,
        [id, personId, api.now(), id],
      )
      return id
    },
    personExportId: async ({ personId }: Place) => {
      const id = randomUUIDv7()
      await insert(
        `insert into identity.account_exports (id, user_id, status, created_at, started_at, expires_at, file) values ($1, $2, 'READY', $3, $3, $3::timestamptz + interval '1 day', 'PK')`,
        [id, personId, api.now()],
      )
      return id
    },
    // The owner is no operator, and asks for it nevertheless: the operator of the tests is the second person.
    requestId: async (_at?: Place): Promise<string> => {
      const [id, userId]: [string, string] = [randomUUIDv7(), await one.personId()]
      await insert(
        `insert into identity.operator_requests (id, kind, user_id, asked_by, reason, asked_at, expires_at) values ($1, 'DELETE_ACCOUNT', $2, $3, 'Asked for by mail', $4, $4::timestamptz + interval '1 day')`,
        [id, userId, owner.id, api.now()],
      )
      return id
    },
    // Of a visitor, who is no tenant: to each owner their own days, since two demos are never at the same time.
    bookingId: async (_at?: Place) => {
      const id = randomUUIDv7()
      const startsAt = new Date(api.now().getTime() + (24 * owner.email.charCodeAt(0) + next()) * 3_600_000)
      const text = `insert into contact.demo_bookings (id, state, starts_at, ends_at, session_hash, held_until, name, email, language, timezone, placed_at, created_at)
        values ($1, 'BOOKED', $2, $2::timestamptz + interval '30 minutes', '', $3, 'Nia', 'nia@shop.example', 'en', 'Europe/Berlin', $3, $3)`
      await insert(text, [id, startsAt, api.now()])
      return id
    },
    /** Another session of the same person, made by signing in once more. */
    sessionId: async (_at?: Place) => {
      const known = new Set((await client.listSessions()).items.map(({ id }) => id))
      const { email, password } = owner
      await createApiClient({ baseUrl: api.url }).createSession({ sessionNewDto: { email, password } })
      return (await client.listSessions()).items.find(({ id }) => !known.has(id))?.id ?? ''
    },
    // Adding one takes an authenticator.
    passkeyId: async (_at?: Place) => {
      const id = randomUUIDv7()
      const text = `insert into identity.passkeys (id, user_id, credential_id, public_key, counter, backed_up, transports, name, created_at) values ($1, $2, $3, '', 0, false, '{}', $4, $5)`
      await insert(text, [id, owner.id, id, label, api.now()])
      return id
    },
    // Beginning one takes an account with the payment provider.
    setupId: async (_at?: Place) => {
      const id = randomUUIDv7()
      const text = `insert into billing.payment_setups (id, user_id, kind, provider_token, provider_customer, created_at) values ($1, $2, 'CARD', $3, $4, $5)`
      await insert(text, [id, owner.id, `seti_${id}`, `cus_${id}`, api.now()])
      return id
    },
    /** That of the first period of a plan that costs something, which begins as the trial ends. */
    invoiceId: async ({ solutionId }: Place) => {
      const [invoiceAddressId, paymentMethodId] = [await one.invoiceAddressId(), await one.cardOrTransferId()]
      const { version } = await client.getSolutionPlan({ solutionId })
      await client.changeSolutionPlan({
        solutionId,
        solutionPlanDto: { planCode: 'BUSINESS', interval: 'MONTHLY', invoiceAddressId, paymentMethodId, version },
      })
      await insert(
        `update billing.subscriptions set trial_ends_at = $2::timestamptz - interval '1 minute' where solution_id = $1`,
        [solutionId, api.now()],
      )
      await api.services.billing.runDue()
      await api.services.billing.runDue()
      const { rows } = await api.db.pool.query<{ id: string }>(
        `select id from billing.invoices where solution_id = $1 and status <> 'DRAFT'`,
        [solutionId],
      )
      if (!rows[0]) throw new Error('The first period of a plan brought no invoice')
      return rows[0].id
    },
  } satisfies Partial<Record<Kind | 'cardOrTransferId', Maker>>

  return {
    ...one,
    /** Somebody of another tenant who joins both. */
    guest: async ({ solutionId, organizationId }: Place, guest: Person) => {
      const invited = { email: guest.email, role: 'VIEWER' } as const
      const joined = async (members: Promise<{ items: { userId: string }[] }>) =>
        (await members).items.some(({ userId }) => userId === guest.id)
      if (!(await joined(client.listSolutionMembers({ solutionId }))))
        await client.createSolutionInvitation({ solutionId, solutionInvitationCreationDto: invited })
      if (!(await joined(client.listOrganizationMembers({ organizationId })))) {
        await client.createOrganizationInvitation({ organizationId, organizationInvitationCreationDto: invited })
      }
      const { items } = await guest.client.listMyInvitations()
      for (const { id } of items) await guest.client.acceptInvitation({ invitationAcceptanceDto: { invitationId: id } })
    },
    /** What an advertisement led to. */
    conversion: async () => {
      const [advertisingTokenId, conversionId, conversionExportId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
      const consent = JSON.stringify({ adUserData: true, adPersonalization: false, at: api.now().toISOString() })
      await insert(`insert into identity.advertising_tokens (id, gclid, consent, created_at) values ($1, $2, $3, $4)`, [
        advertisingTokenId,
        'a-click',
        consent,
        api.now(),
      ])
      const text = `insert into identity.conversions (id, token_id, kind, reference, state, occurred_at) values ($1, $2, 'SIGNUP', $3, 'ELIGIBLE', $4)`
      await insert(text, [conversionId, advertisingTokenId, owner.id, api.now()])
      await insert('insert into identity.conversion_exports (id, created_by, created_at) values ($1, $2, $3)', [
        conversionExportId,
        owner.id,
        api.now(),
      ])
      return { advertisingTokenId, conversionId, conversionExportId }
    },
    payout: async (_at: Place) => ({
      payoutId: randomUUIDv7(),
      payoutRunId: randomUUIDv7(),
      refundRequestId: randomUUIDv7(),
      commissionId: randomUUIDv7(),
    }),
  }
}

export const addressOf = (owner: Pick<Person, 'email'>, company: string) => ({
  company,
  street: 'Musterweg 7',
  postalCode: '10115',
  city: 'Berlin',
  countryCode: 'DE',
  email: owner.email,
})
