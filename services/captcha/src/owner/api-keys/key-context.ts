import type { Database } from '@bollard/database'
import { createSiteKey, generateApiKey, hashApiKey } from '../../access/api-keys/key-format.ts'
import { type DirectoryEntry, directoryKeyOf } from '../../records/cells/directory.ts'
import { createVerificationId } from '../../records/store/verification-id.ts'
import type { PlanContext } from '../plan/plan-terms.ts'
import type { KeyMails } from './tell-admins.ts'

export interface KeyContext extends PlanContext {
  readonly db: Database
  readonly now: () => Date
  readonly randomBytes: (size: number) => Buffer
  /** How admins are notified; omitted: nobody is. */
  readonly keyMails?: KeyMails
  /** Who may create keys that do more than verify: admins of a solution who run the deployment, or all its admins. Omitted: all. */
  readonly apiKeysFor?: 'operators' | 'solution-admins'
  /** Writes into the directory where new keys are going to be, see `Directory`. Omitted: there is one cell. */
  readonly reserve?: (site: ReservedSite, entries: readonly DirectoryEntry[]) => Promise<void>
}

interface ReservedSite {
  readonly id: number
  readonly solutionId: string
}

/** A key that nobody has yet. */
export interface FreshApiKey {
  readonly publicId: string
  readonly secretKey: string
}

/** Keys for a site, found by every process from now on. Ask outside of a transaction: it holds the cell's locks, and this asks another database. */
export async function freshKeys(context: KeyContext, site: ReservedSite): Promise<ReturnType<typeof makeKeys>> {
  const fresh = makeKeys(context)
  await context.reserve?.(site, entriesOf(fresh))
  return fresh
}

/** The same for an API key alone. */
export async function freshApiKey(context: KeyContext, site: ReservedSite): Promise<FreshApiKey> {
  const fresh = makeKeys(context)
  await context.reserve?.(site, entriesOf(fresh).slice(0, 1))
  return fresh.apiKey
}

export function makeKeys(context: KeyContext): { apiKey: FreshApiKey; siteKey: string } {
  const secretKey = generateApiKey(context.randomBytes)
  return { apiKey: { publicId: newId(context), secretKey }, siteKey: createSiteKey(context.randomBytes) }
}

/** What the directory needs to know of them. */
export function entriesOf({ apiKey, siteKey }: ReturnType<typeof makeKeys>): DirectoryEntry[] {
  return [
    { key: directoryKeyOf(hashApiKey(apiKey.secretKey)), apiKeyId: apiKey.publicId },
    { key: siteKey, apiKeyId: null },
  ]
}

/** A UUIDv7 for a key or an environment. */
export function newId({ now, randomBytes }: KeyContext): string {
  return createVerificationId(now().getTime(), randomBytes(10))
}
