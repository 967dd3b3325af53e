import { rateLimits as billing } from '@bollard/billing-service'
import { rateLimits as captcha } from '@bollard/captcha-service'
import { rateLimits as contact } from '@bollard/contact-service'
import {
  accountingRoutes,
  billingDeskRoutes,
  billingRoutes,
  captchaRoutes,
  invoiceRoutes,
  partnerRoutes,
  type Route,
  routeTables,
} from '@bollard/contracts'
import type { NamedRateLimit, RateLimit } from '@bollard/http'
import { rateLimits as identity } from '@bollard/identity-service'
import { rateLimits as monitoring } from '@bollard/monitoring-service'
import { rateLimits as protection } from '@bollard/protection-service'
import { rateLimits as operations } from '@bollard/operations-service'
import { rateLimits as solution } from '@bollard/solution-service'
import { rateLimits as telemetry } from '@bollard/telemetry-service'

const tables = { identity, solution, billing, captcha, monitoring, protection, contact, telemetry, operations } as const
type Tables = typeof tables
type LimitName = { [Service in keyof Tables]: `${Service}.${keyof Tables[Service] & string}` }[keyof Tables]

const mails = ['identity.mailPerAddressAndIp', 'identity.mailPerAddress'] as const
const passwords = [
  'identity.signInPerAccountAndIp',
  'identity.signInPerIp',
  'identity.signInPerAccount',
  'identity.signInPerSite',
  'identity.signInPerProvider',
  'identity.signInOfAll',
] as const
const codes = ['identity.codePerAccountAndIp', 'identity.codePerAccount'] as const
const links = ['identity.verifyPerIp'] as const
const confirmations = [
  'billing.confirmationPause',
  'billing.confirmationMailsToAddress',
  'billing.confirmationMailsOfAccount',
] as const

/** What limits a call beside what limits all calls of a service together. */
const limitsOfOperations: Readonly<Record<string, readonly LimitName[]>> = {
  createAccount: ['identity.signUpPerIp', 'identity.signUpPerIpWithoutCaptcha', ...mails],
  createFirstAdmin: ['identity.firstAdminPerIp'],
  verifyEmail: [...links, ...passwords],
  checkEmailVerification: links,
  confirmEmailCode: [...links, 'identity.codePerAddress'],
  resendEmailVerification: ['identity.resendPerIp', 'identity.resendPause', ...mails],
  createSession: passwords,
  answerSecondFactor: codes,
  proveSession: [...codes, ...passwords],
  startPasskeySignIn: ['identity.passkeyOptionsPerIp'],
  createPasskeySession: ['identity.passkeyPerIp'],
  changePassword: passwords,
  requestFactorRemoval: ['identity.factorRemovalPerUser', ...mails],
  confirmFactorRemoval: links,
  stopFactorRemoval: links,
  undoNewFactor: links,
  requestPasswordReset: ['identity.passwordResetPerIp', ...mails],
  resetPassword: ['identity.resetTokenPerIp', ...codes],
  checkPasswordReset: ['identity.resetTokenPerIp'],
  unsubscribe: ['identity.unsubscribePerIp'],
  requestEmailChange: ['identity.emailChangePerUser', ...mails],
  describeEmailChange: links,
  confirmEmailChange: links,
  undoEmailChange: links,
  undoAccountDeletion: links,
  openView: links,
  createAccountExport: ['identity.exportPerUser'],
  createAdvertisingToken: ['identity.advertisingPerIp'],
  exportSolution: ['solution.exportSolution'],
  updateSolution: ['solution.changeTimeZone'],
  exportOrganization: ['solution.verification'],
  requestOrganizationVerification: ['solution.verification', 'solution.verificationRequests'],
  checkOrganizationEvidence: ['solution.verification'],
  createSolutionInvitation: ['solution.invitationMails'],
  createOrganizationInvitation: ['solution.invitationMails'],
  resendInvitation: ['solution.invitationMails', 'solution.invitationPause'],
  previewInvitation: ['solution.shownLinks'],
  declineInvitation: ['solution.shownLinks'],
  previewInviteToken: ['solution.shownLinks'],
  createInvoiceAddress: confirmations,
  updateInvoiceAddress: confirmations,
  sendInvoiceAddressConfirmations: confirmations,
  confirmInvoiceEmail: ['billing.confirmationLinks'],
  exportDirectly: ['captcha.exportDirectly'],
  tryChange: ['captcha.tryChange', 'captcha.readChange'],
  confirmAlertAddress: ['captcha.alertLinks'],
  unsubscribeAlertAddress: ['captcha.alertLinks'],
  putAlertSettings: ['captcha.alertAddressesOfSolution', 'captcha.alertMailsToAddress'],
  redeliverWebhook: ['captcha.redeliverWebhook'],
  testWebhook: ['captcha.pingWebhook'],
  siteverify: ['captcha.failover'],
  tryMonitoredService: ['monitoring.tryCheck'],
  createChannel: ['monitoring.alertAddressesOfSolution', 'monitoring.alertMailsToAddress'],
  putChannel: ['monitoring.alertAddressesOfSolution', 'monitoring.alertMailsToAddress'],
  tryLimiter: ['protection.whatIf'],
  reportBlocked: ['protection.blockedReports'],
  getJointReportFile: ['protection.reportFiles'],
  getSharedReport: ['protection.sharedReports'],
  fetchProtectionPolicy: ['protection.policies'],
  reportDecisions: ['protection.reports'],
  validate: ['protection.validations'],
  validateTyped: ['protection.typedValues'],
  tryProtectedForm: ['protection.tryForm'],
  confirmMonitoringAddress: ['monitoring.alertLinks'],
  testChannel: ['monitoring.testChannel'],
  putMonitoringConfiguration: ['monitoring.files'],
  importMonitoring: ['monitoring.files'],
  pushHeartbeat: ['monitoring.heartbeats'],
  sendHeartbeat: ['monitoring.heartbeats'],
  proveStatusHost: ['monitoring.hostProofs'],
  findStatusPage: ['monitoring.statusPages'],
  readStatusPage: ['monitoring.statusPages'],
  readStatusHistory: ['monitoring.statusPages'],
  readStatusReport: ['monitoring.statusPages'],
  openStatusPage: ['monitoring.statusPasswords'],
  subscribeToStatusPage: [
    'monitoring.statusSubscriptions',
    'monitoring.statusSubscriptionNetworks',
    'monitoring.statusSubscriptionDestinations',
  ],
  readStatusSubscription: ['monitoring.statusLinks'],
  confirmStatusSubscription: ['monitoring.statusLinks'],
  changeStatusSubscription: ['monitoring.statusLinks'],
  endStatusSubscription: ['monitoring.statusEnds'],
  createEnquiry: ['contact.enquiries'],
  createVisitorEnquiry: ['contact.visitorEnquiries', 'contact.visitorReceipts'],
  listDemoSlots: ['contact.demoSlots'],
  holdDemoSlot: ['contact.demoHolds'],
  previewDemoHold: ['contact.demoSlots'],
  bookDemo: ['contact.demoBookings', 'contact.demoReceipts'],
  previewDemoBooking: ['contact.demoLinks'],
  moveDemoBooking: ['contact.demoLinks', 'contact.demoMoves'],
  cancelOwnDemoBooking: ['contact.demoLinks'],
  countPageAnswer: ['contact.pageAnswers'],
  countMissedSearch: ['contact.missedSearches'],
  countPageView: ['telemetry.pageViews'],
  recordPerformance: ['telemetry.performanceEvents'],
  addReplayBatch: ['telemetry.replayBatches'],
  getNotice: ['operations.notice'],
}

/** Limits of what happens in a call, which refuse none, and of probes, whose calls the reference leaves out. */
export const limitsOfNoCall: readonly LimitName[] = [
  'captcha.loggedBlocks',
  'captcha.newActions',
  'captcha.newActionsOfNetwork',
  'monitoring.probes',
]

const isOf = (...some: readonly Readonly<Record<string, Route>>[]) => {
  const ids = new Set(some.flatMap((table) => Object.values(table).map(({ id }) => id)))
  return ({ id }: Route) => ids.has(id)
}
const isBilling = isOf(billingRoutes, billingDeskRoutes, accountingRoutes, invoiceRoutes, partnerRoutes)
const isCaptcha = isOf(captchaRoutes)

/** What limits all calls of a person together, or of an API key. */
function limitOfService(route: Route): readonly LimitName[] {
  if (route.access.audience !== 'session') return []
  if (isBilling(route)) return ['billing.signedIn']
  if (isCaptcha(route)) return ['captcha.signedIn']
  if (route.path.startsWith('/monitoring/')) return ['monitoring.signedIn']
  if (route.path.startsWith('/protection/')) return ['protection.signedIn']
  if (route.path.startsWith('/contact/')) return ['contact.signedIn']
  if (route.path.startsWith('/telemetry/')) return ['telemetry.signedIn']
  if (route.path.startsWith('/operations/')) return ['operations.signedIn']
  return route.path.startsWith('/solution/') ? ['solution.signedIn'] : []
}

/** What is counted, where that is not every call. */
const counted: Partial<Readonly<Record<LimitName, string>>> = {
  'identity.signUpPerIpWithoutCaptcha': 'while nobody can say whether a captcha was passed',
  'identity.mailPerAddressAndIp': 'e-mails of one kind',
  'identity.mailPerAddress': 'e-mails',
  'identity.signInPerAccountAndIp': 'failed attempts, after which it gets harder',
  'identity.signInPerIp': 'failed attempts, after which it gets harder',
  'identity.signInPerAccount': 'failed attempts, after which it gets harder',
  'identity.signInPerSite': 'failed attempts, after which strangers pass a captcha first',
  'identity.signInPerProvider': 'failed attempts, after which strangers pass a captcha first',
  'identity.signInOfAll': 'failed attempts, after which strangers pass a captcha first',
  'identity.codePerAddress': 'wrong codes',
  'identity.codePerAccountAndIp': 'wrong codes',
  'identity.codePerAccount': 'wrong codes of an app',
  'identity.resetTokenPerIp': 'wrong tokens',
  'solution.changeTimeZone': 'changes of the time zone',
  'solution.verificationRequests': 'requests',
  'solution.invitationMails': 'e-mails',
  'solution.signedIn': 'all calls together',
  'billing.signedIn': 'all calls together',
  'billing.confirmationPause': 'e-mails',
  'billing.confirmationMailsToAddress': 'e-mails',
  'billing.confirmationMailsOfAccount': 'e-mails',
  'captcha.signedIn': 'all calls together',
  'captcha.alertAddressesOfSolution': 'new addresses',
  'captcha.alertMailsToAddress': 'e-mails',
  'captcha.failover': 'visitors who pass during an outage',
  'monitoring.signedIn': 'all calls together',
  'monitoring.alertAddressesOfSolution': 'new addresses',
  'monitoring.alertMailsToAddress': 'e-mails',
  'protection.signedIn': 'all calls together',
  'contact.signedIn': 'all calls together',
  'telemetry.signedIn': 'all calls together',
  'operations.signedIn': 'all calls together',
}

/** The limits of every operation that has some, for the reference. */
export function limitsOfCalls(): Record<string, NamedRateLimit[]> {
  return Object.fromEntries(
    routeTables
      .flatMap((table) => Object.values(table))
      .map((route): [string, NamedRateLimit[]] => [
        route.id,
        [...(limitsOfOperations[route.id] ?? []), ...limitOfService(route)].map((name) => limitOf(name)),
      ])
      .filter(([, limits]) => limits.length > 0),
  )
}

/** Every limit of every service by its name. */
export const limitNames: readonly string[] = Object.entries(tables).flatMap(([service, table]) =>
  Object.keys(table).map((name) => `${service}.${name}`),
)

/** Operations that the table above names, of which each has to exist. */
export const operationsWithLimits: readonly string[] = Object.keys(limitsOfOperations)

function limitOf(name: LimitName): NamedRateLimit {
  const [service = '', key = ''] = name.split('.')
  const limits: Readonly<Record<string, Readonly<Record<string, RateLimit>>>> = tables
  const limit = limits[service]?.[key] as RateLimit
  return { name, ...limit, ...(counted[name] === undefined ? {} : { counts: counted[name] }) }
}
