import type { Database, Queries } from '@bollard/database'
import type { ExportPart } from '@bollard/export-file'
import type { Mail } from '@bollard/mail'
import type { FairQueue } from './limits/fair-queue.ts'
import type { NetworkCounts } from './limits/network-counts.ts'
import type { AttemptLimiter } from './limits/attempt-limiter.ts'
import type { Secrets } from './secrets/derive-key.ts'
import type { PasswordCost } from './secrets/password-hash.ts'

/** What every use case gets. */
export interface IdentityContext {
  readonly db: Database
  /** For what goes on after a call, such as the export that it has begun. */
  readonly workerDb: Database
  readonly enqueueMail: EnqueueMail
  readonly limiter: AttemptLimiter
  readonly networkCounts: NetworkCounts
  /** Null where the deployment does not protect its forms. */
  readonly captcha: CaptchaPort | null
  /** Where conversions are sent; null where none is set up, and they are exported as a file. */
  readonly advertising: AdvertisingProvider | null
  /** Version of the operator's terms, which everybody accepts who signs up; null where there are none. */
  readonly termsVersion: string | null
  readonly belongings: BelongingsPort
  readonly exportParts: ExportParts
  readonly secondFactorFrom: SecondFactorFrom
  readonly weeklyFigures: WeeklyFigures
  readonly signUps: SignUpsPort
  /** Whether mails to an address came back. */
  readonly isBounced: (address: string) => Promise<boolean>
  /** Keys for each purpose are derived from it, see `secrets/derive-key.ts`. */
  readonly secret: Secrets
  /** Of hashes that are made from now on. */
  readonly passwordCost: PasswordCost
  /** Through it goes every hash of a password, so that no flood of them stops the others. */
  readonly hashQueue: FairQueue
  /** Through it goes every check of a token of the captcha, for the same reason. */
  readonly captchaQueue: FairQueue
  /** Origins without a slash at the end; links in mails start with them. */
  readonly apiUrl: string
  readonly identityUrl: string
  readonly dashboardUrl: string
  readonly cookieDomain: string | undefined
  /** True when browsers reach the sites over https. */
  readonly secure: boolean
  readonly now: () => Date
  readonly log: (message: string, error?: unknown) => void
  /** For work whose outcome and duration the caller must not learn. */
  readonly inBackground: (work: () => Promise<void>) => void
}

/** Puts a mail into the outbox, in the transaction of the caller: either both stay or neither. A mail with the same key is sent once. */
export type EnqueueMail = (tx: Queries, mail: Mail, key?: string) => Promise<void>

/** What operators have changed about sign-ups for a while. */
export interface SignUpsPort {
  /** Whether nobody at this address gets an account. */
  areClosed(ip: string): boolean
  /** Accounts an hour from this address; null for what the settings say. */
  perHour(ip: string): number | null
}

/** What a deployment asks to tell people from bots at its own forms. */
export interface CaptchaPort {
  /** Redeems the token of a form, which works once. `unavailable`: nobody can say at the moment. */
  verify(token: string, ip: string): Promise<'passed' | 'refused' | 'unavailable'>
}

/** Something of another service that a person is a member of. */
export interface Belonging {
  readonly kind: 'SOLUTION' | 'ORGANIZATION'
  readonly id: string
  readonly name: string
  /** Nobody else is an admin there, so it would belong to nobody without them. */
  readonly isSoleAdmin: boolean
  /** They administrate it, and it is locked by order of law. */
  readonly isHeldByLaw: boolean
  /** They administrate it, and its active plan is billed to an address or payment method of theirs. */
  readonly isPaidByThem: boolean
}

/** What the deletion of an account asks of the other services. */
export interface BelongingsPort {
  list(userId: string): Promise<readonly Belonging[]>
  /** Rejects while something cannot be reached that may keep anything of people: an end that is begun then would stay half done. */
  requireAll(): Promise<void>
  /** Takes a person out of everything. Rejects with `last-admin`, having changed nothing, where they are the only admin. */
  leaveAll(userId: string): Promise<void>
  /** Deletes what they saved for themselves alone, and their addresses and ways to pay, here and with the payment provider; what takes longer is seen to later. Safe to repeat. */
  forget(userId: string): Promise<void>
}

/** Everything that the other services keep of a person, under the address that is theirs now. */
export type ExportParts = (person: {
  readonly userId: string
  readonly email: string
}) => Promise<readonly ExportPart[]>

/** From when somebody needs a second factor, because they administrate what is paid for; null where they do not. */
export type SecondFactorFrom = (userId: string) => Promise<Date | null>

/** A solution in the week of a report and the one before. */
export interface SolutionWeek {
  readonly name: string
  /** Verifications with a result, by what it was; `passed` has those that were let through with a mark. */
  readonly week: { readonly passed: number; readonly refused: number }
  readonly before: { readonly passed: number; readonly refused: number }
  /** Alerts that last at this moment. */
  readonly openAlerts: number
}

/** Seven whole days `from` … `to`, and the seven from `before` on, in the time zone of a person. */
export interface ReportWeeks {
  readonly before: Date
  readonly from: Date
  readonly to: Date
}

/** What happened on the solutions that a person is a member of. */
export type WeeklyFigures = (userId: string, weeks: ReportWeeks) => Promise<readonly SolutionWeek[]>

/** A conversion as an advertising network takes it. */
export interface Upload {
  readonly gclid: string
  /** Digits; the network's name for what happened. */
  readonly conversionActionId: string
  readonly occurredAt: Date
  readonly value: { readonly amountMinor: number; readonly currency: string }
  /** Ours, so that the same conversion counts once however often it is sent. */
  readonly orderId: string
  readonly consent: { readonly adUserData: boolean; readonly adPersonalization: boolean }
}

/** `CONFIRMED`: the network has it already. `RETRY`: later it may take it. `FINAL`: it never will. */
export type UploadOutcome =
  | { readonly kind: 'SENT' | 'CONFIRMED' }
  | { readonly kind: 'RETRY' | 'FINAL'; readonly code: string }

/** An advertising network that conversions are sent to. Its faults are outcomes; it never rejects. */
export interface AdvertisingProvider {
  upload(conversion: Upload): Promise<UploadOutcome>
}
