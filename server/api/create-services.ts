import { resolveTxt } from 'node:dns/promises'
import { type Check, runCheck } from '@bollard/checks'
import { type BillingService, createBillingService, createViesChecker } from '@bollard/billing-service'
import { type CaptchaDuty, createCaptchaService, type CaptchaService } from '@bollard/captcha-service'
import { type ContactService, createContactService } from '@bollard/contact-service'
import { createClientIp, createForwardingOf } from '@bollard/http'
import { createIdentityService, type IdentityService } from '@bollard/identity-service'
import {
  createMailbox,
  createOutbox,
  createSmtpTransport,
  operateOutbox,
  type Mail,
  type Outbox,
  type ReadAttachment,
} from '@bollard/mail'
import { createMonitoringService, type MonitoringService } from '@bollard/monitoring-service'
import { createOperationsService, type OperationsService } from '@bollard/operations-service'
import {
  createMailResolver,
  createProtectionService,
  type ProtectionService,
  systemNameServers,
} from '@bollard/protection-service'
import { createSolutionService, type SolutionService } from '@bollard/solution-service'
import { createTelemetryService, type TelemetryService } from '@bollard/telemetry-service'
import type { Queries } from '@bollard/database'
import type { StoreOptions } from '@bollard/limits'
import type { Logger } from 'pino'
import type { Databases } from '../child/open-databases.ts'
import type { Config } from '../config.ts'
import type { Task } from '../messages.ts'
import type { OwnSite, OwnSites } from '../own-sites.ts'
import { encryptionKeysOf, sessionSecretsOf } from '../supervise/key-ring.ts'
import { archiveOf } from '../archive-settings.ts'
import { advertisingOf } from './advertising-of.ts'
import { alertMemberOf } from './alert-member-of.ts'
import { belongingsOf, exportPartsOf } from './belongings-of.ts'
import { billingTermsOf } from './billing-terms.ts'
import { captchaOfMonitoring } from './captcha-of-monitoring.ts'
import { captchaOfOwnForms } from './captcha-of-own-forms.ts'
import { checkPartnerVatId } from './check-partner-vat-id.ts'
import { edgeFlagsOf } from './edge-flags.ts'
import { edgeOptions } from './edge-options.ts'
import { countCalls } from './count-calls.ts'
import { countUseOf } from './count-use-of.ts'
import { followSolution } from './follow-solution.ts'
import { later } from './later.ts'
import { protectionPorts } from './protection-ports.ts'
import { reportPorts } from './report-ports.ts'
import { statusPorts } from './status-ports.ts'
import { nothingRead, type Reading, systemOf } from './system-of.ts'
import { weeklyFiguresOf } from './weekly-figures.ts'

/** What a process of services does for the captcha by itself. Where everything runs in one, that is everything. */
function dutiesOf(role: Config['ROLE']): readonly CaptchaDuty[] | undefined {
  if (role === 'api') return ['calls']
  return role === 'worker' ? ['jobs'] : undefined
}

export interface Services {
  readonly outbox: Outbox
  /** Of cells 1, 2, …: what is written there in the transaction of a change goes on into `outbox`. */
  readonly cellOutboxes: readonly Outbox[]
  readonly identity: IdentityService
  readonly solution: SolutionService
  readonly billing: BillingService
  readonly captcha: CaptchaService
  readonly monitoring: MonitoringService
  readonly protection: ProtectionService
  readonly contact: ContactService
  readonly telemetry: TelemetryService
  readonly operations: OperationsService
}

/**
 * Makes the services and gives each the ports of the others that it needs. Nothing is asked of the database yet.
 * `ownSites` tell the captchas of our own sites once they are known; null where forms are not protected. All go by `playedTime` where there is
 * one, also limits, which otherwise go by the clock of where they are counted.
 */
export function createServices(
  task: Extract<Task, { name: 'api' }>,
  {
    api: db,
    edge: edgeDb,
    worker: workerDb,
    standby = null,
    cells = [],
  }: Pick<Databases, 'api' | 'edge' | 'worker'> & Partial<Pick<Databases, 'standby' | 'cells'>>,
  log: Logger,
  ownSites: Readonly<Record<keyof OwnSites, () => OwnSite | null>>,
  reading: Reading = nothingRead,
  playedTime?: () => Date,
): Services {
  const { config, secrets, internalSecret, mailboxKey } = task
  const now = playedTime ?? (() => new Date())
  const limitClock: StoreOptions = { clock: playedTime === undefined ? 'STORE' : 'CALLER' }
  const failed = (service: string) => (error: unknown) =>
    log.error({ err: error, service }, 'Work outside of a request failed')
  const said = (service: string) => (message: string, error?: unknown) => log.error({ err: error, service }, message)
  const readAttachment: ReadAttachment = (attachment) => {
    if (attachment.kind === 'demo') return contact.readAttachment(attachment)
    if (attachment.kind === protection.attachmentKind) return protection.readAttachment(attachment)
    return billing.readAttachment(attachment)
  }
  const mailbox = config.SMTP_URL ? null : createMailbox(db, { from: config.MAIL_FROM, readAttachment })
  const outbox = createOutbox(
    workerDb,
    mailbox ?? createSmtpTransport(config.SMTP_URL ?? '', config.MAIL_FROM, readAttachment),
    { log: said('mail') },
  )
  const cellOutboxes = cells.map(({ worker }) =>
    createOutbox(worker, { send: (mail, id) => outbox.enqueue(workerDb, mail, id) }, { log: said('mail') }),
  )
  const clientIp = createClientIp({ internalSecret, trustedProxies: config.TRUSTED_PROXIES })
  const callCounts = countCalls(db, sessionSecretsOf(secrets), {
    ...limitClock,
    onFailure: failed('limits of calls'),
  })
  const terms = billingTermsOf(config)
  const edge = edgeOptions(config, secrets.captchaSigningKeys, edgeDb, log, now)

  const identity: IdentityService = createIdentityService({
    db,
    workerDb,
    enqueueMail: (tx, mail, key) => outbox.enqueue(tx, mail, key),
    mailbox,
    mailboxKey,
    termsVersion: terms.operator?.terms?.version,
    captcha: config.SIGN_UP_CAPTCHA ? captchaOfOwnForms(config.API_INTERNAL_URL, ownSites.identity) : null,
    advertising: advertisingOf(config, now),
    isBounced: (address) => outbox.isBounced(address),
    weeklyFigures: weeklyFiguresOf(() => ({ solution, captcha })),
    belongings: belongingsOf(() => ({ solution, billing, captcha, contact })),
    exportParts: exportPartsOf(
      () => ({ solution, billing, monitoring, protection, contact }),
      db,
      cells.map((cell) => cell.api),
    ),
    signUps: {
      areClosed: (ip) => operations.flags.ofAddress('sign-ups-closed', ip) !== null,
      perHour: (ip) => operations.flags.ofAddress('sign-ups-per-hour', ip)?.number ?? null,
    },
    secondFactorFrom: (userId) => solution.secondFactorFrom(userId),
    secret: sessionSecretsOf(secrets),
    clientIp,
    forwardingOf: createForwardingOf({ internalSecret, trustedProxies: config.TRUSTED_PROXIES }),
    apiUrl: config.API_URL,
    identityUrl: config.IDENTITY_URL,
    dashboardUrl: config.DASHBOARD_URL,
    cookieDomain: config.COOKIE_DOMAIN,
    secure: config.IDENTITY_URL.startsWith('https:'),
    rateLimits: { signUpPerIp: { limit: config.SIGN_UPS_PER_HOUR, seconds: 3600 } },
    now,
    log: said('identity'),
  })
  const archive = archiveOf(config)
  const captcha: CaptchaService = createCaptchaService({
    ...edge,
    db,
    workerDb,
    callCounts,
    ...(cells.length === 0
      ? {}
      : {
          cells: cells.map((cell, index) => ({
            db: cell.api,
            edgeDb: cell.edge,
            workerDb: cell.worker,
            enqueueMail: (tx: Queries, mail: Mail, key: string) =>
              cellOutboxes[index]?.enqueue(tx, mail, key) ?? Promise.resolve(),
          })),
        }),
    standby: standby?.api,
    workerStandby: standby?.worker,
    duties: dutiesOf(config.ROLE),
    flags: edgeFlagsOf(() => operations.flags),
    ...(archive === undefined ? {} : { archive }),
    repeatJob: (job) => operations.jobs.repeat(job),
    findActor: (cookie) => identity.findActor(cookie),
    findRole: (actor, solutionId) => solution.findRole(actor, solutionId),
    isSecondFactorDue: (solutionId) => solution.isSecondFactorDue(solutionId),
    noteVisit: (operator, entity, from) => solution.noteVisit(operator, entity, from),
    clientIp,
    shareOwner: (one, other) => solution.shareOwner(one, other),
    apiKeysFor: config.API_KEYS_FOR,
    plansOf: (solutionIds) => billing.plansOf(solutionIds),
    plansChangedSince: (at) => billing.plansChangedSince(at),
    alerts: {
      sendMail: (letter) => outbox.send(letter),
      dashboardUrl: config.DASHBOARD_URL,
      apiUrl: config.API_URL,
      identityUrl: config.IDENTITY_URL,
      memberOf: alertMemberOf(() => ({ identity, solution })),
      nameOf: (solutionId) => solution.findLabel(solutionId),
      findAdmins: (solutionId) => solution.findAdmins(solutionId),
      allowPrivateWebhooks: config.PRIVATE_WEBHOOKS,
    },
    keyMails: {
      findAdmins: (solutionId) => solution.findAdmins(solutionId),
      nameOf: (solutionId) => solution.findLabel(solutionId),
      enqueueMail: (tx, mail, key) => outbox.enqueue(tx, mail, key),
      dashboardUrl: config.DASHBOARD_URL,
    },
  })
  const billing: BillingService = createBillingService({
    db,
    workerDb,
    callCounts,
    identity,
    solution: later(() => solution),
    captcha: {
      readUsage: (solutionIds, period) => captcha.readUsage(solutionIds, period),
      countUsage: (solutionIds, period) => captcha.countUsage(solutionIds, period),
      countUse: countUseOf(() => ({ captcha, monitoring })),
    },
    protection: later(() => protection),
    enqueueMail: (tx, mail, key) => outbox.enqueue(tx, mail, key),
    checkVatId: createViesChecker(),
    provider: terms.provider,
    plans: terms.plans,
    operator: terms.operator,
    seller: {
      countryCode: terms.operator?.address.countryCode ?? 'DE',
      postalCode: terms.operator?.address.postalCode,
      vatId: terms.operator?.vatId ?? null,
    },
    clientIp,
    dashboardUrl: config.DASHBOARD_URL,
    now,
    onError: failed('billing'),
  })
  const solution: SolutionService = createSolutionService({
    db,
    workerDb,
    callCounts,
    identity,
    captcha,
    monitoring: later(() => monitoring),
    protection: later(() => protection),
    billing,
    applySolutionState: followSolution(() => ({ captcha, monitoring, protection, billing, solution })),
    enqueueMail: (tx, mail, key) => outbox.enqueue(tx, mail, key),
    dpa: terms.operator?.dpa,
    resolveTxt,
    checkVatId: checkPartnerVatId((id, vatId) => billing.checkVatIdOf(id, vatId), now),
    encryptionKey: encryptionKeysOf(secrets),
    clientIp,
    identityUrl: config.IDENTITY_URL,
    dashboardUrl: config.DASHBOARD_URL,
    now,
  })
  const ofSolutions = { db, workerDb, callCounts, identity, solution, billing }
  const monitoring: MonitoringService = createMonitoringService({
    ...ofSolutions,
    captcha: captchaOfMonitoring(config.API_URL, { captcha, solution }),
    place: config.MONITORING_PLACE,
    allowPrivate: config.MONITORING_ALLOW_PRIVATE,
    browser: config.MONITORING_BROWSER ?? null,
    apiKeysFor: config.API_KEYS_FOR,
    sealingKeys: edge.signingKeys,
    channels: {
      enqueueMail: async (tx, mail, key) => void (await outbox.enqueue(tx, mail, key)),
      memberOf: alertMemberOf(() => ({ identity, solution })),
      isBounced: (address) => outbox.isBounced(address),
      nameOf: (solutionId) => solution.findLabel(solutionId),
      dashboardUrl: config.DASHBOARD_URL,
      identityUrl: config.IDENTITY_URL,
      apiUrl: config.API_URL,
      allowPrivate: config.PRIVATE_WEBHOOKS,
    },
    // The contract's check is the runner's, once no secret of it is null.
    runCheck: (check, options) => runCheck(check as Check, options),
    status: {
      ...statusPorts(config),
      enqueueMail: (tx, mail, key) => outbox.enqueue(tx, mail, key),
      findAdmins: (solutionId) => solution.findAdmins(solutionId),
      isBounced: (address) => outbox.isBounced(address),
      captcha: {
        ...captchaOfOwnForms(config.API_INTERNAL_URL, ownSites.website),
        siteKey: () => ownSites.website()?.siteKey ?? null,
      },
    },
    clientIp,
    now,
    onError: failed('monitoring'),
  })
  const protection: ProtectionService = createProtectionService({
    ...ofSolutions,
    captcha: captcha.protected,
    limitClock,
    standby: standby?.api,
    apiUrl: config.API_URL,
    websiteUrl: config.WEBSITE_URL,
    sealingKeys: edge.signingKeys,
    resolver: createMailResolver(systemNameServers(), now),
    solutionsOfOwner: (solutionId) => solution.solutionsOfOwner(solutionId),
    ownCaptcha: captchaOfOwnForms(config.API_INTERNAL_URL, ownSites.website),
    operatorName: edge.nameOfNetwork,
    lookUpNetwork: edge.lookUpNetwork,
    ...protectionPorts(config, log, { now }),
    reports: reportPorts(() => ({ captcha, monitoring, solution }), {
      enqueueMail: async (tx, mail, key) => void (await outbox.enqueue(tx, mail, key)),
      memberOf: alertMemberOf(() => ({ identity, solution })),
      dashboardUrl: config.DASHBOARD_URL,
    }),
    clientIp,
    now,
    onError: failed('protection'),
  })
  const contact: ContactService = createContactService({
    db,
    workerDb,
    callCounts,
    identity,
    solution,
    captcha: captchaOfOwnForms(config.API_INTERNAL_URL, ownSites.website),
    enqueueMail: (tx, mail, key) => outbox.enqueue(tx, mail, key),
    dashboardUrl: config.DASHBOARD_URL,
    websiteUrl: config.WEBSITE_URL,
    mailFrom: config.MAIL_FROM,
    secret: sessionSecretsOf(secrets),
    clientIp,
    now,
  })
  const telemetry = createTelemetryService({
    db,
    workerDb,
    callCounts,
    identity,
    findCountry: (address) => edge.lookUpNetwork(address).country,
    clientIp,
    now,
  })
  const mails = operateOutbox(db, now)
  const operations: OperationsService = createOperationsService({
    db,
    workerDb,
    callCounts,
    identity,
    solution,
    captcha: {
      listClusters: (by, since, limit) => captcha.operating.listClusters(by, since, limit),
      isSecretRotated: (solutionId, since) => captcha.isSecretRotated(solutionId, since),
      countFirstVerified: (period) => captcha.operating.countFirstVerified(period),
    },
    billing,
    mails,
    queues: {
      mails,
      'alert-mails': captcha.operating.alertMails,
      webhooks: captcha.operating.webhooks,
      'monitoring-alerts': monitoring.notifications,
      'roll-ups': { measure: () => captcha.operating.measureRollups() },
      'lock-notices': { measure: () => solution.measureNotices() },
    },
    deadLetters: {
      mails: mails.deadLetters,
      'alert-mails': captcha.operating.alertMails.deadLetters,
      webhooks: captcha.operating.webhooks.deadLetters,
      'monitoring-alerts': monitoring.notifications.deadLetters,
    },
    system: { ...systemOf(config), ...reading },
    clientIp,
    now,
    onError: (error, what) => log.error({ err: error, service: 'operations' }, `${what} failed`),
  })
  return {
    outbox,
    cellOutboxes,
    identity,
    solution,
    billing,
    captcha,
    monitoring,
    protection,
    contact,
    telemetry,
    operations,
  }
}
