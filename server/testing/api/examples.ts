import { datevAccounts, type Route, routeTables, siteSettingsSchema } from '@bollard/contracts'
import type { Belongings, Kind } from './kinds.ts'
import { enquiryForm, limiter, protectionSettings } from './protected-site.ts'

export interface Example {
  /** What each placeholder of the path names, where it is not the kind of the same name. */
  readonly params?: Readonly<Record<string, Kind>>
  readonly query?: (its: Belongings) => Record<string, string>
  readonly body?: (its: Belongings) => unknown
}

const inAMonth = (): string => new Date(Date.now() + 30 * 86_400_000).toISOString()
const now = (): string => new Date().toISOString()
const rule = {
  name: 'No bots',
  priority: 5,
  conditions: [{ field: 'country', values: ['FR'] }],
  action: { type: 'BLOCK' },
}
const webhook = { url: 'https://hooks.example/in', events: ['alert.raised'], description: 'Ours' }
const address = {
  company: 'Muster GmbH',
  street: 'Musterweg 7',
  postalCode: '10115',
  city: 'Berlin',
  countryCode: 'DE',
  email: 'bills@muster.example',
}
const organization = {
  name: 'Muster Agentur',
  kind: 'AGENCY',
  contactEmail: 'office@muster.example',
  countryCode: 'DE',
  language: 'en',
}
const plan = ({ invoiceAddressId, paymentMethodId }: Belongings) => ({
  planCode: 'PLUS',
  interval: 'MONTHLY',
  invoiceAddressId,
  paymentMethodId,
  version: 1,
})
export const demoAvailability = {
  timezone: 'Europe/Berlin',
  hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '17:00' })),
  slotMinutes: 30,
  noticeHours: 24,
  horizonDays: 30,
  daysOff: [],
  meetingUrl: 'https://meet.muster.example/bollard',
}
const invited = { email: 'guest@muster.example', role: 'VIEWER' }
const passkey = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {} }
const member = { params: { userId: 'memberId' } } as const
const person = { params: { userId: 'personId' } } as const
const reason = 'Asked for by telephone'
const withReason = { ...person, body: () => ({ reason }) }
const withEvidence = { ...person, body: () => ({ evidence: reason }) }
const heartbeat = { params: { serviceId: 'heartbeatId' } } as const
/** An address for documentation, which no check may reach: whatever the machine, the answer is the same at once. */
export const monitored = {
  name: 'Shop',
  check: { kind: 'HTTP', target: { url: 'https://192.0.2.10/' } },
} as const
const maintenance = {
  title: 'New disks',
  startsAt: '2099-03-02T02:00',
  durationMinutes: 60,
  timeZone: 'Europe/Berlin',
}
/** A channel at a name for documentation: nothing of it is ever reached. */
export const channel = {
  name: 'Team',
  language: 'en',
  target: { kind: 'SLACK', url: 'https://hooks.example/team' },
} as const
export const schedule = (channelId: string) => ({
  name: 'On call',
  timeZone: 'Europe/Berlin',
  layers: [{ channelIds: [channelId], handOver: { every: 'WEEK' as const, time: '09:00' }, startDay: '2026-01-05' }],
})
export const alertRule = (channelId: string) => ({
  name: 'Outages',
  condition: { kind: 'STATE' as const },
  steps: [{ afterMinutes: 0, targets: [{ kind: 'CHANNEL' as const, id: channelId }] }],
})
export const statusPage = { name: 'Shop', languages: ['en' as const], published: true }
export const statusReport = { title: 'Payments fail', stage: 'INVESTIGATING', text: 'We look into it.' } as const
const lastDay = () => ({ from: new Date(Date.now() - 86_400_000).toISOString(), to: now() })
const accountExport = { params: { exportId: 'accountExportId' } } as const

/** A valid call of every route for signed-in people that takes more than ids in its path. A route that is missing here fails the tests over all routes. */
export const examples: Readonly<Record<string, Example>> = {
  proveSession: { body: () => ({ kind: 'PASSWORD', password: 'not the password at all' }) },
  changePassword: {
    body: () => ({ currentPassword: 'not the password at all', newPassword: 'nor is this one, and it is long' }),
  },
  confirmTotp: { body: () => ({ code: '000000' }) },
  addPasskey: { body: ({ setupId }) => ({ challengeId: setupId, name: 'Key', response: passkey }) },
  renamePasskey: { body: () => ({ name: 'Renamed' }) },
  updateProfile: {
    body: () => ({ givenName: 'Renamed', language: 'en', timezone: 'Europe/Berlin', theme: 'dark', version: 99 }),
  },
  startChangeMode: { body: () => ({ reason: 'A customer asked for a correction', ticket: 'T-1042' }) },
  putNotificationPreferences: {
    body: () => ({
      mails: { WEEKLY_REPORT: true, USAGE_ALERTS: true, BILLING: true, ALERTS: true },
      weeklyReportDay: 1,
    }),
  },
  requestEmailChange: { body: () => ({ email: 'elsewhere@muster.example' }) },
  getAccountExport: accountExport,
  downloadAccountExport: accountExport,
  requestAccountDeletion: { body: () => ({ confirmEmail: 'nobody@muster.example', when: 'IN_30_DAYS' }) },
  getPerson: person,
  listPersonAudit: person,
  verifyPersonEmail: withEvidence,
  resetPersonPassword: withReason,
  endPersonSession: { params: { userId: 'personId', sessionId: 'personSessionId' } },
  endPersonSessions: person,
  removePersonFactors: withEvidence,
  suspendPerson: withReason,
  liftSuspension: person,
  createPersonExport: withReason,
  downloadPersonExport: {
    params: { userId: 'personId', exportId: 'personExportId' },
    query: () => ({ reason }),
  },
  previewPersonDeletion: person,
  createOperatorRequest: {
    body: ({ personId }) => ({
      kind: 'DELETE_ACCOUNT',
      userId: personId,
      confirmEmail: 'nobody@muster.example',
      reason,
    }),
  },
  startView: withReason,
  rejectConversion: { body: () => ({ reason: 'TEST' }) },
  sendConversion: {
    body: ({ conversionId }) => ({
      conversionActionId: '123',
      occurredAt: now(),
      value: { amountMinor: 100, currency: 'EUR' },
      orderId: conversionId,
      consent: { adUserData: true, adPersonalization: false, at: now() },
    }),
  },
  createMonitoredService: { body: () => monitored },
  updateMonitoredService: { body: () => ({ ...monitored, version: 99 }) },
  changeMonitoredServices: { body: ({ serviceId }) => ({ serviceIds: [serviceId], change: { action: 'RESUME' } }) },
  tryMonitoredService: { body: ({ serviceId }) => ({ check: monitored.check, serviceId }) },
  getHeartbeatAddress: heartbeat,
  putHeartbeatAddress: { ...heartbeat, body: () => ({ signedOnly: false }) },
  getUptime: { query: () => lastDay() },
  listRollups: { query: () => ({ ...lastDay(), step: 'HOUR' }) },
  answerMonitoringIncident: { body: () => ({ action: 'COMMENT', text: 'We look into it.' }) },
  createMaintenance: { body: ({ serviceId }) => ({ ...maintenance, serviceIds: [serviceId] }) },
  updateMaintenance: { body: () => ({ ...maintenance, version: 99 }) },
  createMonitoringKey: { body: () => ({ name: 'Wall', scopes: ['statistics'] }) },
  createProbe: { body: () => ({ name: 'Office', place: 'office' }) },
  createChannel: { body: () => channel },
  putChannel: { body: () => ({ ...channel, version: 99 }) },
  retryNotifications: { body: () => ({ ids: null }) },
  createAlertRule: { body: ({ channelId }) => alertRule(channelId) },
  putAlertRule: { body: ({ channelId }) => ({ ...alertRule(channelId), version: 99 }) },
  createOnCallSchedule: { body: ({ channelId }) => schedule(channelId) },
  putOnCallSchedule: { body: ({ channelId }) => ({ ...schedule(channelId), version: 99 }) },
  createStatusPage: {
    body: ({ serviceId }) => ({
      ...statusPage,
      slug: `shop-${serviceId.slice(-12)}`,
      groups: [{ components: [{ serviceId, name: 'Checkout' }] }],
    }),
  },
  updateStatusPage: {
    body: ({ statusPageId }) => ({ ...statusPage, slug: `to-${statusPageId.slice(-12)}`, version: 99 }),
  },
  createStatusReport: { body: ({ statusPageId }) => ({ ...statusReport, statusPageId }) },
  updateStatusReport: { body: () => ({ title: 'Payments', startedAt: '2026-03-02T00:00:00.000Z', version: 99 }) },
  addReportUpdate: { body: () => ({ stage: 'IDENTIFIED', text: 'We know why.' }) },
  correctReportUpdate: { body: () => ({ text: 'We do know why.', version: 99 }) },
  putReportTemplates: { body: () => ({ items: [{ ...statusReport, name: 'Outage' }], version: 99 }) },
  putMonitoringConfiguration: {
    body: () => ({ configuration: 'version: 1\nservices: []\n', dryRun: true }),
  },
  importMonitoring: { body: () => ({ source: 'CSV', content: 'target\nhttps://shop.example/\n', dryRun: true }) },
  getMonthReport: { query: () => ({ month: now().slice(0, 7) }) },
  exportMonitoringFigures: { query: () => ({ of: 'STATE_CHANGES' }) },
  getMonitoringConfiguration: { query: () => ({ format: 'YAML' }) },
  updateProtectionSettings: { body: () => ({ ...protectionSettings, version: 99 }) },
  createLimiter: { body: () => limiter },
  updateLimiter: { body: () => ({ ...limiter, mode: 'DRY_RUN', version: 99 }) },
  tryLimiter: { body: () => ({ limiter }) },
  decideBlockedReport: { body: () => ({ state: 'WRONG' }) },
  getJointReport: { query: () => ({ month: now().slice(0, 7) }) },
  getJointReportFile: { query: () => ({ month: now().slice(0, 7) }) },
  createReportSchedule: { body: () => ({ emails: ['ada@muster.example'], language: 'en', every: 'FIRST_OF_MONTH' }) },
  createReportLink: { body: () => ({ month: now().slice(0, 7), days: 30 }) },
  createLimiterOverride: { body: () => ({ values: ['192.0.2.0/24'], limit: 100, note: 'The office' }) },
  createAllowedVisitor: { body: () => ({ field: 'address', value: '192.0.2.0/24', note: 'The office' }) },
  createProtectedForm: { body: () => enquiryForm },
  updateProtectedForm: { body: () => ({ ...enquiryForm, version: 99 }) },
  tryProtectedForm: { body: () => ({ fields: enquiryForm.fields, values: { message: 'Are you open on Sunday?' } }) },
  decideReview: { body: () => ({ state: 'APPROVED' }) },
  createEnquiry: {
    body: ({ solutionId }) => ({ topic: 'TECHNICAL', message: 'The widget does not appear on our page.', solutionId }),
  },
  replyToEnquiry: { body: () => ({ text: 'Please add your host name to the domains.' }) },
  putDemoAvailability: { body: () => demoAvailability },
  setEnquiryState: { body: () => ({ state: 'CLOSED' }) },
  createSolution: {
    body: ({ organizationId, invoiceAddressId, paymentMethodId }) => ({
      type: 'CAPTCHA',
      label: 'Another',
      domains: ['other.example'],
      organizationId,
      invoiceAddressId,
      paymentMethodId,
    }),
  },
  listSolutions: { query: ({ userId }) => ({ userId }) },
  listSolutionsByIds: { body: ({ solutionId }) => ({ ids: [solutionId] }) },
  updateSolution: {
    body: ({ organizationId, invoiceAddressId, paymentMethodId }) => ({
      label: 'Renamed',
      managementOrganizationId: organizationId,
      invoiceAddressId,
      paymentMethodId,
      version: 1,
    }),
  },
  deleteSolution: { body: () => ({ confirmLabel: 'not its label', reason: 'TEST_ONLY', effective: 'IMMEDIATE' }) },
  acceptProcessingAgreement: { body: () => ({ version: 'none is offered' }) },
  lockSolution: {
    body: () => ({ reason: 'OWNER_REQUEST', effect: 'REFUSE', internalNote: 'Asked for', notifyMembers: false }),
  },
  unlockSolution: { body: () => ({ reasonResolved: 'OWNER_REQUEST' }) },
  leaveSolutions: { body: ({ solutionId }) => ({ solutionIds: [solutionId] }) },
  createOrganization: {
    body: () => ({ ...organization, acceptedTerms: { documentId: 'partner-terms', version: '1', acceptedAt: now() } }),
  },
  listOrganizations: { query: ({ userId }) => ({ userId }) },
  listOrganizationsByIds: { body: ({ organizationId }) => ({ ids: [organizationId] }) },
  updateOrganization: { body: () => ({ ...organization, version: 1 }) },
  verifyOrganization: { body: () => ({ decision: 'REJECT', reason: 'Papers are missing' }) },
  requestOrganizationVerification: { body: () => ({ kind: 'MANUAL', note: 'We are who we say' }) },
  assignOrganizationSolutions: { body: ({ solutionId }) => ({ solutionIds: [solutionId] }) },
  updateSolutionMember: { ...member, body: () => ({ role: 'MEMBER' }) },
  removeSolutionMember: member,
  updateOrganizationMember: { ...member, body: () => ({ role: 'MEMBER' }) },
  removeOrganizationMember: member,
  createSolutionInvitation: { body: () => invited },
  createOrganizationInvitation: { body: () => invited },
  acceptInvitation: { body: ({ invitationId }) => ({ invitationId }) },
  createOrganizationInviteToken: { body: () => ({ label: 'Newsletter', purpose: 'REFERRAL' }) },
  redeemInviteToken: { body: () => ({ token: 'bit_unknown-token-of-nobody' }) },
  createInvoiceAddress: { body: () => address },
  updateInvoiceAddress: { body: () => ({ ...address, version: 1 }) },
  createPaymentMethod: { body: () => ({ kind: 'BANK_TRANSFER' }) },
  startPaymentMethodSetup: { body: () => ({ kind: 'CARD' }) },
  updatePaymentMethod: { body: () => ({ default: true, version: 1 }) },
  previewSolutionPlan: { body: plan },
  changeSolutionPlan: { body: plan },
  checkSystemAudit: { query: () => ({ area: 'payouts' }) },
  listSystemAudit: { query: () => ({ area: 'payouts' }) },
  runJob: { body: () => ({ name: 'captcha.chunk-log' }) },
  listDeadLetters: { query: () => ({ queue: 'mails' }) },
  retryDeadLetters: { body: () => ({ queue: 'mails', ids: null }) },
  dropDeadLetters: { body: () => ({ queue: 'webhooks', ids: null, reason: 'The webhook is gone for good' }) },
  releaseBounce: { body: ({ bounceId }) => ({ bounceId, reason: 'The mailbox takes mails again' }) },
  setFlag: {
    body: () => ({
      name: 'maintenance-notice',
      scope: 'INSTALLATION',
      texts: { en: 'We move to new machines at 22:00 UTC.', de: 'Um 22:00 UTC ziehen wir auf neue Maschinen um.' },
      reason: 'Announced last week',
      endsAt: inAMonth(),
    }),
  },
  endFlag: { body: ({ flagId }) => ({ flagId, reason: 'Done earlier than planned' }) },
  listAbuseClusters: { query: () => ({ by: 'OPERATOR' }) },
  noteCluster: {
    body: () => ({ by: 'NETWORK', value: '203.0.113.0/24', note: 'Office of a customer', until: inAMonth() }),
  },
  removeClusterNote: { body: () => ({ by: 'NETWORK', value: '203.0.113.0/24' }) },
  listSignUpSources: { query: () => ({ by: 'MAIL_DOMAIN' }) },
  listViewShares: { query: () => ({ of: 'country' }) },
  previewAccountingCorrection: { body: () => ({ period: '2026-01' }) },
  createAccountingCorrection: { body: () => ({ period: '2026-01', reason: 'Counted twice' }) },
  listInvoices: { query: ({ userId }) => ({ userId }) },
  createCreditNote: { body: () => ({ reason: 'Wrong address' }) },
  downloadBookings: { query: () => ({ period: '2026-01' }) },
  downloadDatevBookings: {
    query: () => ({
      period: '2026-01',
      consultant: '29098',
      client: '55003',
      fiscalYear: '2026-01-01',
      accountLength: '4',
      chart: 'SKR03',
      ...datevAccounts.SKR03,
    }),
  },
  refuseRefundRequest: { body: () => ({ reason: 'Not owed' }) },
  setPlanOverride: { body: () => ({ limits: { domains: 9 }, until: inAMonth(), reason: 'Agreed by mail' }) },
  revokeApiKeyAsOperator: { body: () => ({ reason: 'Published in a repository' }) },
  recordPayment: {
    body: () => ({ amountMinor: 100, currency: 'EUR', receivedOn: now().slice(0, 10), bankReference: 'R1' }),
  },
  addEnginePrograms: { body: () => ({ grammar: 1, programs: [{ program: 1, answer: 2 }] }) },
  putSiteSettings: { body: () => ({ ...siteSettingsSchema.parse({ threshold: 0.6 }), version: 1 }) },
  putFeedback: { body: () => ({ label: 'BOT' }) },
  putAlertSettings: { body: () => ({ version: 0, recipients: [{ email: 'alerts@muster.example', language: 'de' }] }) },
  createWebhook: { body: () => webhook },
  putWebhook: { body: () => ({ ...webhook, active: true, version: 1 }) },
  createEnvironment: { body: () => ({ name: 'Staging', domains: ['staging.muster.example'] }) },
  updateEnvironment: {
    body: () => ({ name: 'Staging', domains: ['staging.muster.example'], active: true, version: 1 }),
  },
  createSavedFilter: { body: ({ environmentId }) => ({ name: 'Ours', filters: { environmentId } }) },
  renameSavedFilter: { body: () => ({ name: 'Ours again' }) },
  createErasure: { body: ({ verificationId }) => ({ verificationIds: [verificationId] }) },
  createExport: { body: ({ environmentId }) => ({ format: 'CSV', filters: { environmentId } }) },
  exportDirectly: { query: () => ({ format: 'CSV' }) },
  createApiKey: { body: ({ environmentId }) => ({ name: 'Server', scopes: ['verify'], environmentId }) },
  updateApiKey: { body: () => ({ name: 'Server', networks: [], expiresAt: null, version: 1 }) },
  rotateApiKey: { body: () => ({ overlapHours: 1 }) },
  createBypassKey: { body: ({ environmentId }) => ({ name: 'Tests', environmentId, expiresAt: inAMonth() }) },
  updateBypassKey: { body: () => ({ name: 'Tests', origins: [], networks: [], usesPerDay: null, version: 1 }) },
  createRule: { body: () => rule },
  updateRule: { body: () => ({ ...rule, version: 1 }) },
  orderRules: { body: ({ ruleId }) => ({ ruleIds: [ruleId] }) },
  putRuleForms: {
    body: () => ({ geoblocking: { mode: 'OFF', countries: [] }, allowedNetworks: [], blockedNetworks: [], version: 1 }),
  },
  tryRules: { body: () => ({ address: '192.0.2.9', score: 0.4 }) },
  tryChange: { body: ({ environmentId }) => ({ days: 1, settings: { threshold: 0.7 }, environmentId }) },
  listVerifications: { query: ({ environmentId }) => ({ environmentId }) },
  countVerifications: { query: ({ environmentId }) => ({ environmentId }) },
  getStatistics: { query: ({ environmentId }) => ({ environmentId }) },
  streamSite: { query: ({ environmentId }) => ({ environmentId }) },
  setPayoutState: { body: () => ({ status: 'SENT' }) },
  settleConversionExport: { body: () => ({ status: 'SENT' }) },
  setCommissionState: { body: () => ({ status: 'HELD', reason: 'Looks odd' }) },
}

export const sessionRoutes: readonly Route[] = routeTables
  .flatMap((table) => Object.values(table))
  .filter(({ access }) => access.audience === 'session')

/** Placeholders of a path with the kinds that they name. */
export function kindsInPath(route: Route): [name: string, kind: Kind][] {
  // A solution of its own type has what is monitored.
  const isMonitored = route.path.startsWith('/monitoring/v1/solutions/{solutionId}')
  return [...route.path.matchAll(/\{(\w+)\}/gu)].map(([, name = '']) => [
    name,
    isMonitored && name === 'solutionId' ? 'monitoredId' : (examples[route.id]?.params?.[name] ?? (name as Kind)),
  ])
}

/** All kinds that a valid call of a route names, wherever. */
export function kindsIn(route: Route): Kind[] {
  const named = new Set<Kind>(kindsInPath(route).map(([, kind]) => kind))
  const watching = new Proxy({} as Belongings, {
    get: (_target, kind: Kind) => (named.add(kind), '00000000-0000-7000-8000-000000000000'),
  })
  examples[route.id]?.query?.(watching)
  examples[route.id]?.body?.(watching)
  return [...named]
}
