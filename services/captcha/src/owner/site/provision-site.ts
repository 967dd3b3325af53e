import type { Database } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { parseDomains } from '../../edge/request/allowed-hosts.ts'
import type { DirectoryEntry } from '../../records/cells/directory.ts'
import { insertEnvironment, insertSite } from '../../records/sites/sites.ts'
import { issueApiKey } from '../api-keys/create-api-key.ts'
import { entriesOf, type KeyContext, makeKeys, newId } from '../api-keys/key-context.ts'
import { assertDomains } from '../plan/assert-plan.ts'
import type { PlanTerms } from '../plan/plan-terms.ts'

const newKey = { name: 'Secret key', scopes: ['verify'], networks: [], expiresAt: null } as const

/** Where a new site is to be, written into the directory with its keys; see `placeSite`. */
export type PlaceSite = (solutionId: string, entries: readonly DirectoryEntry[]) => Promise<Database>

/**
 * Makes the site of a new CAPTCHA solution with its first environment. The secret key is returned this once; only its hash is kept.
 * Domains that no environment could have, such as a public suffix, are refused as `validation-failed` with pointers `/domains/N`.
 */
export async function provisionSite(
  context: KeyContext & { readonly place?: PlaceSite },
  request: { solutionId: string; domains: readonly string[]; timeZone?: string },
): Promise<{ siteKey: string; secretKey: string }> {
  const domains = parseFirstDomains(request.domains)
  const fresh = makeKeys(context)
  const { siteKey } = fresh
  const createdAt = context.now()
  const db = (await context.place?.(request.solutionId, entriesOf(fresh))) ?? context.db
  return db.transaction(async (tx) => {
    const siteId = await insertSite(tx, {
      solutionId: request.solutionId,
      timeZone: request.timeZone ?? 'UTC',
      createdAt,
    })
    const environmentId = await insertEnvironment(tx, {
      siteId,
      publicId: newId(context),
      name: 'Production',
      siteKey,
      domains,
      createdAt,
    })
    const { secretKey } = await issueApiKey(context, tx, fresh.apiKey, {
      ...newKey,
      siteId,
      environmentId,
      createdBy: null,
    })
    return { siteKey, secretKey }
  })
}

/**
 * Refuses what no site could be made with, and domains that the plan which is to begin has no room for: before anything is
 * paid. With null nothing is limited. @throws ProblemError `validation-failed`, `plan-feature`, `quota-exceeded`
 */
export function checkNewSite({ domains, plan }: { domains: readonly string[]; plan: PlanTerms | null }): void {
  const after = parseFirstDomains(domains)
  assertDomains(plan, { before: [], after, named: domains.map((domain) => domain.trim()) })
}

function parseFirstDomains(typed: readonly string[]): string[] {
  // Our own website may run under a name without a dot, as in an intranet; customers' domains were checked for that before.
  const plain = typed.filter((domain) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/u.test(domain) && domain !== 'localhost')
  const parsed = parseDomains(typed, '/domains')
  // The same host in two writings is no reason to refuse a first form.
  const errors = parsed.faults.filter(
    ({ code, pointer }) => code !== 'duplicate' && !plain.includes(typed[Number(pointer.slice(9))] ?? ''),
  )
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors })
  return [...parsed.domains, ...plain]
}
