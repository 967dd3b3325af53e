import type { Database, Queries } from '@bollard/database'
import type { CallLimiterOptions } from '@bollard/http'
import type { Mail, MailLanguage } from '@bollard/mail'
import { createSecretBox, type PostOptions, type SecretBox } from '@bollard/webhooks'
import { findAttacks } from '../under-attack/attacks.ts'
import { type AlertLinks, createAlertLinks } from './addresses/alert-links.ts'
import { type MemberOf, readerOf } from './addresses/reader-of.ts'
import { findOpenAlerts, type ToldChange } from './advance-alert.ts'
import { dayMs, minuteMs, quarterOf } from './delivery/alert-times.ts'
import { deliverDue, type DeliveryContext } from './delivery/deliver.ts'
import { judgeDefence, judgeSlowChanges, judgeSuddenChanges } from './judge-site.ts'
import { keepHouse } from './keep-house.ts'
import { readLatest } from './read-figures.ts'
import { findSitesToJudge, findSiteToTell, type JudgedSite } from './sites-to-judge.ts'
import { tellDisabled, tellOf } from './tell-change.ts'

export interface AlertsOptions {
  readonly db: Database
  readonly now: () => Date
  readonly randomBytes: (size: number) => Buffer
  /** 0 … 1, spreads the retries; `Math.random` by default. */
  readonly random?: () => number
  /** Resolves once the mail is accepted. */
  readonly sendMail: (mail: Mail) => Promise<void>
  /** Origins without a slash at the end. */
  readonly dashboardUrl: string
  readonly apiUrl: string
  readonly identityUrl: string
  /** What the owner calls a solution, or null. */
  readonly nameOf?: (solutionId: string) => Promise<string | null>
  /** Whom to tell of an attack where no recipients are set; nobody by default. */
  readonly findAdmins?: (
    solutionId: string,
  ) => Promise<readonly { readonly email: string; readonly language: MailLanguage }[]>
  /** Members of a solution by their address, who choose for themselves which mails they get; without it every address has to confirm. */
  readonly memberOf?: MemberOf
  /** The first key seals the secrets of webhooks, all open them. */
  readonly signingKeys: readonly { readonly id: number; readonly secret: Buffer }[]
  /** For tests and closed networks: webhooks may be plain HTTP and in the own network. */
  readonly allowPrivateWebhooks?: boolean
  /** Addresses of a name, for webhooks; the system's resolver by default. */
  readonly resolve?: PostOptions['resolve']
  readonly onError: (error: unknown) => void
}

export interface Alerts {
  /** Looks at all sites every minute, and sends what is due every second. */
  start(): void
  /** Resolves when nothing is under way any more; what is not sent waits in the database. */
  stop(): Promise<void>
  /** One such round now: judges when a minute has passed since any process did, and sends what is due. */
  tick(): Promise<void>
  /** What the routes of alerts and webhooks need of it. */
  readonly webhooks: { readonly secrets: SecretBox; readonly post: PostOptions }
  readonly addresses: {
    readonly links: AlertLinks
    readonly memberOf: MemberOf
    readonly nameOf: (solutionId: string) => Promise<string | null>
  }
}

const secondMs = 1_000
const sitesAtOnce = 200
/** A site without a visitor for so long has nothing to tell. */
const activeMs = 9 * dayMs

/** Alerts of all sites. Any number of processes may run it: one of them judges, all of them send. */
export function createAlerts(options: AlertsOptions): Alerts {
  const { db, now, dashboardUrl } = options
  const nameOf = options.nameOf ?? (async () => null)
  const memberOf = options.memberOf ?? (async () => null)
  const findAdmins = options.findAdmins ?? (async () => [])
  const links = createAlertLinks(options)
  const secrets = createSecretBox(options.signingKeys, options.randomBytes)
  const post: PostOptions = {
    allowPrivate: options.allowPrivateWebhooks ?? false,
    ...(options.resolve === undefined ? {} : { resolve: options.resolve }),
  }
  const delivery: DeliveryContext = {
    db,
    now,
    secrets,
    post,
    sendMail: options.sendMail,
    readerOf: (siteId, email) => readerOf({ db, memberOf, links }, siteId, email),
    onError: options.onError,
    random: options.random ?? Math.random,
    async onDisabled(tx, webhook, reason, since, at) {
      const site = await findSiteToTell(tx, webhook.siteId)
      if (site !== undefined)
        await tellDisabled(tx, { ...site, name: await nameOf(site.solutionId) }, { reason, since, at, dashboardUrl })
    },
  }
  let timer: NodeJS.Timeout | undefined
  // Apart, so that a webhook that answers late keeps no alert and no mail waiting, nor the other way round.
  let judging: Promise<void> | undefined
  const sending: { mail?: Promise<unknown> | undefined; webhook?: Promise<unknown> | undefined } = {}
  let judgedAt = Number.NEGATIVE_INFINITY

  async function judgeAll(at: number, quarterly: boolean): Promise<void> {
    for (let afterId = 0; ;) {
      const sites = await findSitesToJudge(db, { afterId, since: new Date(at - activeMs), limit: sitesAtOnce })
      await judgePage(sites, at, quarterly)
      const last = sites.at(-1)
      if (last === undefined || sites.length < sitesAtOnce) return
      afterId = last.id
    }
  }
  async function judgePage(sites: readonly JudgedSite[], at: number, quarterly: boolean): Promise<void> {
    const ids = sites.map(({ id }) => id)
    const [latest, open] = [await readLatest(db, ids, at), await findOpenAlerts(db, ids)]
    const attacks = await findAttacks(db, ids)
    for (const site of sites) {
      // Name and admins are asked for only when there is something to tell.
      const tell = async (tx: Queries, change: Parameters<ReturnType<typeof tellOf>>[1]) =>
        tellOf(
          { ...site, name: await nameOf(site.solutionId), admins: await adminsToTell(site, change) },
          dashboardUrl,
        )(tx, change)
      const moment = { now: at, open: open.get(site.id) ?? [], tell }
      try {
        await judgeDefence(db, site, attacks.get(site.id), moment)
        await judgeSuddenChanges(db, site, latest.get(site.id) ?? [], moment)
        if (quarterly) await judgeSlowChanges(db, site, moment)
      } catch (error) {
        // One site must not keep the others from their alerts.
        options.onError(error)
      }
    }
  }
  /** Nobody else is told: without recipients the admins, of what their visitors feel at once. */
  async function adminsToTell({ solutionId, settings }: JudgedSite, { facts, quiet }: ToldChange) {
    const isTold = facts.kind === 'UNDER_ATTACK' && !quiet && settings.recipients.length === 0
    return isTold ? findAdmins(solutionId) : []
  }
  async function judgeIfDue(): Promise<void> {
    const at = now().getTime()
    if (at >= judgedAt && at - judgedAt < minuteMs) return
    judgedAt = at
    const turn = await claimTurn(db, at)
    if (turn === null) return
    await judgeAll(at, turn.quarterly)
    if (turn.quarterly) await keepHouse(db, options.signingKeys, at)
  }
  return {
    webhooks: { secrets, post },
    addresses: { links, memberOf, nameOf },
    async tick() {
      await judgeIfDue()
      await Promise.all([deliverDue(delivery, 'mail'), deliverDue(delivery, 'webhook')])
    },
    start() {
      timer ??= setInterval(() => {
        judging ??= judgeIfDue()
          .catch(options.onError)
          .finally(() => (judging = undefined))
        for (const kind of ['mail', 'webhook'] as const)
          sending[kind] ??= deliverDue(delivery, kind)
            .catch(options.onError)
            .finally(() => (sending[kind] = undefined))
      }, secondMs)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      await Promise.all([judging, sending.mail, sending.webhook])
    },
  }
}

/**
 * Takes the turn of this minute, and with it that of the quarter of an hour where that is new; null when another process was
 * faster. A process that dies with its turn loses that minute alone.
 */
async function claimTurn(db: Database, now: number): Promise<{ quarterly: boolean } | null> {
  const [row] = await db.query(
    'captcha-alert-turn',
    `update captcha.alert_clock c set evaluated_at = $1, quarter_at = $2 from captcha.alert_clock former
     where c.only_one and former.only_one and c.evaluated_at = former.evaluated_at and (c.evaluated_at <= $3 or c.evaluated_at > $4)
     returning former.quarter_at <> $2 as quarterly`,
    [new Date(now), new Date(quarterOf(now)), new Date(now - 0.9 * minuteMs), new Date(now + minuteMs)],
  )
  return row ?? null
}

export interface AlertContext extends CallLimiterOptions {
  readonly db: Database
  readonly randomBytes: (size: number) => Buffer
  readonly alerts: Pick<Alerts, 'webhooks' | 'addresses'>
}

/** Without a way to send anything, what is to be sent waits. */
export const noWayToTell: Pick<AlertsOptions, 'sendMail' | 'dashboardUrl' | 'apiUrl' | 'identityUrl'> = {
  sendMail: async () => Promise.reject(new Error('no way to send mail is set')),
  dashboardUrl: 'http://localhost',
  apiUrl: 'http://localhost',
  identityUrl: 'http://localhost',
}
