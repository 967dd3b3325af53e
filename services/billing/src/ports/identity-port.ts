import type { Actor, Person } from '@bollard/access'

/** What billing asks the identity service. */
export interface IdentityPort {
  /** The person a `cookie` header belongs to; null when nobody is signed in. */
  findActor(cookieHeader: string | undefined): Promise<Actor | null>
  /** People with a confirmed address; all others are left out. */
  findPeople(userIds: readonly string[]): Promise<readonly Person[]>
  /** The administrators of the installation. */
  findOperators(): Promise<readonly Person[]>
  mailAllowed(userId: string, category: 'BILLING' | 'USAGE_ALERTS'): Promise<boolean>
  /** The page on which a person switches mails of a category off. */
  unsubscribeUrl(userId: string, category: 'BILLING' | 'USAGE_ALERTS'): string
}
