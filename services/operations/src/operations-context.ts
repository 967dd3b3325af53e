import type { Actor } from '@bollard/access'
import type {
  AbuseCluster,
  ClusterKind,
  DeadLetter,
  DeadLetterQueue,
  Figures,
  FlagName,
  Health,
  LeakedKey,
  LeakedKeyDay,
  MailState,
  NoticeTexts,
  OutboxMail,
  QueueName,
  ShownSetting,
  SignUpSource,
  SignUpSourceKind,
  System,
} from '@bollard/contracts'
import type { Database, Queries } from '@bollard/database'
import type { CallLimiterOptions } from '@bollard/http'

/** Everything that a verb may need. */
export interface OperationsContext extends CallLimiterOptions {
  readonly db: Database
  /** UUIDs that sort by time. */
  readonly newId: () => string
  readonly identity: IdentityPort
  readonly solution: SolutionPort
  readonly captcha: CaptchaPort
  readonly billing: BillingPort
  readonly mails: MailPort
  readonly queues: Readonly<Record<QueueName, QueuePort>>
  readonly deadLetters: Readonly<Record<DeadLetterQueue, DeadLetters>>
  readonly system: SystemPort
  readonly flags: FlagPort
}

/** What holds for the whole installation by flags, from memory. */
export interface FlagPort {
  readonly ofInstallation: (name: FlagName) => { readonly texts: NoticeTexts | null; readonly endsAt: Date } | null
}

export interface IdentityPort {
  readonly findActor: (cookieHeader: string | undefined) => Promise<Actor | null>
  /** New accounts since a moment by where they came from, the most first. */
  readonly countSignUps: (by: SignUpSourceKind, since: Date, limit: number) => Promise<SignUpSource[]>
  /** Accounts that were made in a period, and those of them with a confirmed address. */
  readonly countNewAccounts: (period: CountedPeriod) => Promise<{ accounts: number; confirmed: number }>
  readonly countSuspended: (max: number) => Promise<number>
}

/** No more than `max` are counted. */
interface CountedPeriod {
  readonly from: Date
  readonly to: Date
  readonly max: number
}

export interface SolutionPort {
  readonly findLabel: (solutionId: string) => Promise<string | null>
  readonly findOwnedLabel: (
    solutionId: string,
  ) => Promise<{ readonly label: string; readonly organization: string | null } | null>
  /** Locks because of a security incident that are open or younger than a moment, the latest of each solution, the latest first. */
  readonly listIncidents: (
    since: Date,
    limit: number,
  ) => Promise<{ solutionId: string; lockedAt: Date; unlockedAt: Date | null }[]>
  /** How many solutions were locked for it on each day since a moment, the latest day first. */
  readonly countIncidents: (since: Date) => Promise<LeakedKeyDay[]>
  /** Of so many locks that hold now, how many of each reason. */
  readonly countLocks: (max: number) => Promise<readonly { readonly reason: string; readonly n: number }[]>
  /** Organizations whose payouts are frozen. */
  readonly countFrozen: (now: Date, max: number) => Promise<number>
}

export interface CaptchaPort {
  /** Verifications since a moment across solutions, the most refused first. */
  readonly listClusters: (by: ClusterKind, since: Date, limit: number) => Promise<Omit<AbuseCluster, 'note'>[]>
  readonly isSecretRotated: (solutionId: string, since: Date) => Promise<LeakedKey['rotated']>
  /** Captchas that verified their first visitor in a period. */
  readonly countFirstVerified: (period: CountedPeriod) => Promise<number>
}

export interface BillingPort {
  readonly countOverdue: (max: number) => Promise<number>
}

/** The outbox of the installation, with whole addresses: the service masks them. */
export interface MailPort {
  readonly listOutbox: (page: {
    readonly limit: number
    /** Id of the mail before. */
    readonly after: string | null
    readonly state: MailState | null
    readonly address: string | null
  }) => Promise<OperatedMail[]>
  readonly listBounces: (page: {
    readonly limit: number
    readonly address: string | null
  }) => Promise<{ id: string; address: string; at: Date; answer: string }[]>
  /** False where there is no such bounce. */
  readonly releaseBounce: (tx: Queries, bounceId: string) => Promise<boolean>
}

interface OperatedMail extends Pick<OutboxMail, 'id' | 'to' | 'kind' | 'state' | 'attempts' | 'answer' | 'retryable'> {
  readonly createdAt: Date
  readonly endedAt: Date | null
  readonly nextTryAt: Date | null
}

/** Where work waits. */
export interface QueuePort {
  readonly measure: () => Promise<QueueFigures>
}
export interface QueueFigures {
  readonly depth: number
  readonly oldestSeconds: number
  readonly retries: number
  readonly deadLetters: number
}

/** What a queue gave up. `ids` null names all of it; each answers how many it changed. */
export interface DeadLetters {
  readonly list: (limit: number) => Promise<GivenUp[]>
  readonly retry: (tx: Queries, ids: readonly string[] | null) => Promise<number>
  readonly drop: (tx: Queries, ids: readonly string[] | null) => Promise<number>
}

/** `to` is a whole address, the host of a webhook or the name of a channel. Queues that know no solution leave it out. */
interface GivenUp extends Omit<DeadLetter, 'createdAt' | 'endedAt' | 'solutionId' | 'owner'> {
  readonly solutionId?: string
  readonly createdAt: Date
  readonly endedAt: Date | null
}

export interface SystemPort {
  readonly release: string
  /** Whether visitors are verified on this machine, by the role that it has. */
  readonly servesVisitors: boolean
  readonly settings: () => readonly ShownSetting[]
  readonly certificates: () => Promise<System['certificates']>
  /** The figures of this process. Throws `unavailable` before it serves any. */
  readonly readFigures: () => Promise<Figures>
  /** How the machine of this process is doing. Throws `unavailable` where nobody has looked yet. */
  readonly readHealth: () => Promise<Health>
}
