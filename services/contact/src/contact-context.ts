import type { Actor, Person } from '@bollard/access'
import type { Role } from '@bollard/contracts'
import type { Database, Queries } from '@bollard/database'
import type { CallLimiterOptions } from '@bollard/http'
import type { Mail } from '@bollard/mail'

/** Everything a verb may need. */
export interface ContactContext extends CallLimiterOptions {
  /** Bound to the person of a call, see `routes.ts`; operators' calls use the pool itself. */
  readonly db: Database
  readonly newId: () => string
  /** Puts a mail on its way in the transaction that it reports; a second one with the same key is none. */
  readonly enqueueMail: (tx: Queries, mail: Mail, key: string) => Promise<void>
  readonly identity: IdentityPort
  readonly solution: SolutionPort
  readonly captcha: CaptchaPort
  /** Origins without a slash at the end. */
  readonly dashboardUrl: string
  readonly websiteUrl: string
  readonly demoLinks: DemoLinks
  /** The address that mails come from, which calendars name as the organizer of a demo. */
  readonly mailFrom: string
}

/** Signs and reads the tokens in the links of mails about a demo. Nothing of them is stored. */
export interface DemoLinks {
  /** 43 characters, the same for a booking each time, so that every mail about it has the same link. */
  sign(bookingId: string): string
  /** The id of the booking; null for a token that is none of ours. */
  read(token: string): string | null
}

export interface IdentityPort {
  readonly findActor: (cookieHeader: string | undefined) => Promise<Actor | null>
  readonly findPeople: (userIds: readonly string[]) => Promise<Person[]>
  /** The administrators of the installation, who get the enquiries. */
  readonly findOperators: () => Promise<Person[]>
}

export interface CaptchaPort {
  /** Redeems the token of a form of the website, which works once. `unavailable`: nobody can say at the moment. */
  readonly verify: (token: string, ip: string) => Promise<'passed' | 'refused' | 'unavailable'>
}

export interface SolutionPort {
  /** The role of a person in a solution; null for a stranger. */
  readonly findRole: (actor: Actor, solutionId: string) => Promise<Role | null>
  readonly findLabel: (solutionId: string) => Promise<string | null>
}
