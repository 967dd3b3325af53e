import type { IncomingMessage } from 'node:http'
import type { ConnectionFacts, Weights, WorkRange } from '@bollard/bot-score'
import type { Database, Standby } from '@bollard/database'
import type { CallLimiterOptions } from '@bollard/http'
import type { AccessContext } from './access/open-gate.ts'
import type { EdgeFlags } from './edge/verification/edge-context.ts'
import type { LookUpNetwork } from './edge/request/network-facts.ts'
import type { ShareOwner } from './owner/monitored/create-monitored.ts'
import type { Budgets } from './edge/volume/budgets.ts'
import type { OwnersOf } from './edge/volume/follow-volume.ts'
import type { WidgetRelease } from './edge/widget/widget-builds.ts'
import type { AlertsOptions } from './owner/alerts/create-alerts.ts'
import type { KeyContext } from './owner/api-keys/key-context.ts'
import type { KeyMails } from './owner/api-keys/tell-admins.ts'
import type { PlanContext } from './owner/plan/plan-terms.ts'
import type { ArchiveSettings } from './records/archive/create-archive.ts'
import type { NameOfNetwork } from './records/store/stored-verification.ts'
import type { RepeatJob } from './upkeep/background.ts'

/**
 * What a process of the service does by itself: serves visitors, whose outages it then keeps the record of; answers owners' calls; does the
 * jobs of all. Whoever does not serve visitors must not say that they are served.
 */
export type CaptchaDuty = 'visitors' | 'calls' | 'jobs'

/** One PostgreSQL as a process signs in to it, see decision 0056. */
export interface CellDatabases {
  readonly db: Database
  readonly edgeDb: Database
  /** Null: others do the jobs. */
  readonly workerDb: Database | null
  /** Writes a mail into this database, in the transaction that it reports; omitted: as everywhere. */
  readonly enqueueMail?: KeyMails['enqueueMail']
}

/** Whether a process does something of this by itself. */
export function hasDuty(
  { duties, workerDb }: Pick<CaptchaServiceOptions, 'duties' | 'workerDb'>,
  duty: CaptchaDuty,
): boolean {
  return (duties?.includes(duty) ?? true) && (duty !== 'jobs' || workerDb !== null)
}

/** What the composition root gives the captcha service. */
export interface CaptchaServiceOptions
  extends
    Pick<AccessContext, 'findActor' | 'findRole' | 'isSecondFactorDue' | 'noteVisit'>,
    PlanContext,
    Pick<KeyContext, 'apiKeysFor'> {
  /** The database as people's calls may use it; bound to a site as soon as a call is about one. */
  readonly db: Database
  /** The database as the hot path may use it; by default `db`. */
  readonly edgeDb?: Database
  /** The database as work that nobody waits for may use it; by default `db`. With null this process leaves the jobs of all to others. */
  readonly workerDb?: Database | null
  /** The databases of cells 1, 2, … where `db`, `edgeDb` and `workerDb` are those of cell 0 (decision 0119). Omitted: there is one cell. */
  readonly cells?: readonly CellDatabases[]
  /** In which cell a new site is made; omitted: in the one with the fewest. */
  readonly cellOfNewSite?: () => number
  /** Standbys of cell 0 from which owners' pages and exports read; by default the primaries. */
  readonly standby?: Standby | null | undefined
  readonly workerStandby?: Standby | null | undefined
  /** What this process is there for; by default everything. */
  readonly duties?: readonly CaptchaDuty[] | undefined
  /** The first key signs, all verify. `id` fits into 8 bits, `secret` has at least 32 bytes. */
  readonly signingKeys: readonly { readonly id: number; readonly secret: Buffer; readonly isNext?: boolean }[]
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly randomBytes: (size: number) => Buffer
  /** Addresses or networks whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[]
  /** Where limits of calls are counted that all processes enforce together; omitted: here. */
  readonly callCounts?: CallLimiterOptions['callCounts']
  /** Address of the person behind a dashboard call. Omitted: read like a visitor's. */
  readonly clientIp?: AccessContext['clientIp']
  /** False: all calls go through Fastify. Omitted: the two hottest calls have a lane of their own (decision 0011). */
  readonly expressLane?: boolean
  /** What operators have changed for a while; nothing when left out. */
  readonly flags?: EdgeFlags
  /** Does a job every so often in place of this service's own timers; see `Background`. */
  readonly repeatJob?: RepeatJob
  /** Whether browsers reach the edge over HTTPS or on their own machine; without it the headers of a request decide. */
  readonly secure?: boolean
  /**
   * Host and port of the service's public address: signatures of bots and private tokens count only when they were made
   * for it. Without it the header `host` of a request counts, which any sender can choose.
   */
  readonly authority?: string
  /** Milliseconds between polls for changed sites; 1000 by default. */
  readonly followSitesMs?: number
  /** Milliseconds between exchanges of engine programs among processes; 5000 by default. */
  readonly followEngineMs?: number
  /** Milliseconds between polls for live views; 700 by default. */
  readonly followLogMs?: number
  /** Milliseconds between exchanges of volume counts with the database; 2000 by default. */
  readonly followVolumeMs?: number
  /** Milliseconds that a signed bot waits for the cell of another site; 1000 by default. */
  readonly otherCellMsMax?: number
  /** For how many days ahead the log has tables; 7 by default. */
  readonly partitionDaysAhead?: number
  /** How long a challenge can be answered; 600 by default. */
  readonly challengeLifetimeSeconds?: number
  /** How long the log is kept at most, in days; 30 by default. A plan can allow less, and an owner ask for it. Roll-ups stay. */
  readonly retentionDays?: number
  /** Where days of the log go that leave it; without it they are dropped. */
  readonly archive?: ArchiveSettings
  /** Expected numbers of hashes; `defaultWork` of the score without it. */
  readonly work?: WorkRange
  /** Weights of the score by code, in place of the catalogue's. */
  readonly weights?: Weights
  /** Weights on trial: the score with them is stored, and decides nothing. */
  readonly shadowWeights?: Weights
  /** The release of the widget that this process serves; without it verdicts in any layout count. */
  readonly widgetRelease?: WidgetRelease
  /** Offline knowledge about addresses; without it nothing is known of any. */
  readonly lookUpNetwork?: LookUpNetwork
  /** Other budgets of networks than the usual ones, for tests and measurements. */
  readonly budgets?: Partial<Budgets>
  /** Who owns solutions, so that three of different owners can vouch for a network; without it none do. */
  readonly ownersOf?: OwnersOf
  /** Whether two solutions belong to the same owner, whose monitoring may pass; without it no other solution's may. */
  readonly shareOwner?: ShareOwner
  /** Name of the operator of an autonomous system. */
  readonly nameOfNetwork?: NameOfNetwork
  /** Where TLS ends at this process: how the client of a request speaks TLS and HTTP/2. */
  readonly describeConnection?: (request: IncomingMessage) => ConnectionFacts | undefined
  /** How owners are told of what happens; without it alerts are kept, and nothing is sent. */
  readonly alerts?: Pick<
    AlertsOptions,
    | 'sendMail'
    | 'dashboardUrl'
    | 'apiUrl'
    | 'identityUrl'
    | 'memberOf'
    | 'nameOf'
    | 'findAdmins'
    | 'allowPrivateWebhooks'
    | 'resolve'
  >
  /** How admins are told of keys; without it nobody is, and keys that nobody uses stay. */
  readonly keyMails?: KeyMails
  /** Told of faults that no request sees, such as a count that could not be written yet. */
  readonly onError?: (error: unknown) => void
}
