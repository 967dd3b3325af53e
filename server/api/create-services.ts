import { randomBytes } from 'node:crypto'
import { createCaptchaService, type CaptchaService } from '@bollard/captcha-service'
import { migrate, type Database } from '@bollard/database'
import { createIdentityService, type IdentityService } from '@bollard/identity-service'
import { createMailbox, createSmtpTransport, mailMigrations } from '@bollard/mail'
import { openNetworkData } from '@bollard/network-data'
import { createSolutionService, type SolutionService } from '@bollard/solution-service'
import { fingerprintOf } from '@bollard/tls-fingerprint'
import type { Logger } from 'pino'
import type { Task } from '../messages.ts'
import { readWeights } from './read-weights.ts'
import { signingKeys } from './signing-keys.ts'

export interface Services {
  readonly identity: IdentityService
  readonly solution: SolutionService
  readonly captcha: CaptchaService
}

/** Makes the services and gives each the ports of the others that it needs. Nothing is asked of the database yet. */
export function createServices({ config, secrets, internalSecret }: Extract<Task, { name: 'api' }>, db: Database, log: Logger): Services {
  const networks = openNetworkData()
  const mailbox = config.SMTP_URL ? null : createMailbox(db)
  const mail = config.SMTP_URL ? createSmtpTransport(config.SMTP_URL, config.MAIL_FROM) : createMailbox(db)
  const identity = createIdentityService({
    db,
    mail,
    mailbox,
    secret: secrets.sessionSecret,
    internalSecret,
    apiUrl: config.API_URL,
    identityUrl: config.IDENTITY_URL,
    dashboardUrl: config.DASHBOARD_URL,
    cookieDomain: config.COOKIE_DOMAIN,
    secure: config.IDENTITY_URL.startsWith('https:'),
    trustedProxies: config.TRUSTED_PROXIES,
    rateLimits: { signUpPerIp: { limit: config.SIGN_UPS_PER_HOUR, seconds: 3600 } },
    log: (message, error) => log.error({ err: error, service: 'identity' }, message),
  })
  const captcha: CaptchaService = createCaptchaService({
    db,
    findActor: (cookie) => identity.findActor(cookie),
    findRole: (actor, solutionId) => solution.findRole(actor, solutionId),
    signingKeys: signingKeys(secrets.captchaSigningKeys),
    now: () => Date.now(),
    randomBytes,
    trustedProxies: config.TRUSTED_PROXIES,
    secure: isTrustworthy(new URL(config.API_URL)),
    authority: new URL(config.API_URL).host,
    describeConnection: (request) => fingerprintOf(request),
    lookUpNetwork: (address) => networks.lookup(address),
    nameOfNetwork: (asn) => networks.nameOf(asn),
    retentionDays: config.RETENTION_DAYS,
    alerts: {
      sendMail: (letter) => mail.send(letter),
      dashboardUrl: config.DASHBOARD_URL,
      nameOf: (solutionId) => solution.findLabel(solutionId),
      allowPrivateWebhooks: config.PRIVATE_WEBHOOKS,
    },
    ...(config.SCORE_WEIGHTS === undefined ? {} : { weights: readWeights(config.SCORE_WEIGHTS) }),
    ...(config.SHADOW_WEIGHTS === undefined ? {} : { shadowWeights: readWeights(config.SHADOW_WEIGHTS) }),
    onError: (error) => log.error({ err: error, service: 'captcha' }, 'Work outside of a request failed'),
  })
  const solution: SolutionService = createSolutionService({
    db,
    findActor: (cookie) => identity.findActor(cookie),
    provisionSite: (request) => captcha.provisionSite(request),
    now: () => new Date(),
  })
  return { identity, solution, captcha }
}

/** Where browsers send client hints and fetch metadata. */
function isTrustworthy({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1' || hostname.endsWith('.localhost')
}

/** Brings every schema up to date; refuses a database that a newer version has used. */
export async function migrateAll(db: Database, { identity, solution, captcha }: Services): Promise<void> {
  await migrate(db, { schema: 'server', directory: new URL('../migrations/', import.meta.url) })
  await migrate(db, mailMigrations)
  await migrate(db, { schema: 'identity', directory: identity.migrations })
  await migrate(db, { schema: 'solution', directory: solution.migrations })
  await migrate(db, { schema: 'captcha', directory: captcha.migrations })
}
