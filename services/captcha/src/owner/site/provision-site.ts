import { ProblemError } from '@bollard/http'
import { recordChange } from '../../records/audit/record-change.ts'
import type { Editor } from '../../access/require-editor.ts'
import { parseDomains } from '../../edge/sites/allowed-hosts.ts'
import { listStoredEnvironments } from '../../records/sites/stored-environments.ts'
import { withinKeyLimits } from '../api-keys/count-api-keys.ts'
import { issueApiKey } from '../api-keys/create-api-key.ts'
import { type KeyPorts, newId } from '../api-keys/key-ports.ts'
import { keyOf, replaceApiKey } from '../api-keys/rotate-api-key.ts'
import { createSiteKey } from '../../access/api-keys/key-format.ts'
import { lockSite } from '../../access/api-keys/api-key-owners.ts'
import { findNewestVerifyKey } from '../api-keys/stored-api-keys.ts'
import { keyCreated, readyToTell } from '../api-keys/tell-admins.ts'
import { assertDomains } from '../plan/assert-domains.ts'
import { planOf, type PlanTerms } from '../plan/plan-terms.ts'
import { insertEnvironment, insertSite } from '../../records/sites/sites.ts'

export type ProvisionPorts = KeyPorts

const newKey = { name: 'Secret key', scopes: ['verify'], networks: [], expiresAt: null } as const

/**
 * Makes the site of a new CAPTCHA solution with its first environment. The secret key is told this once; only its hash is kept.
 * Domains that no environment could have, such as a public suffix, are refused as `validation-failed` with pointers `/domains/N`.
 */
export async function provisionSite(
  ports: ProvisionPorts,
  request: { solutionId: string; domains: readonly string[] },
): Promise<{ siteKey: string; secretKey: string }> {
  const domains = parseFirstDomains(request.domains)
  const siteKey = createSiteKey(ports.randomBytes)
  const createdAt = new Date(ports.now())
  return ports.db.transaction(async (tx) => {
    const siteId = await insertSite(tx, { solutionId: request.solutionId, createdAt })
    const environmentId = await insertEnvironment(tx, {
      siteId,
      publicId: newId(ports),
      name: 'Production',
      siteKey,
      domains,
      createdAt,
    })
    const { secretKey } = await issueApiKey(ports, tx, { ...newKey, siteId, environmentId, createdBy: null })
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

/** Replaces the newest verify-only key of the first environment; the old one ends with the commit. Makes one where there is none. */
export async function rotateSecretKey(ports: ProvisionPorts, editor: Editor): Promise<{ secretKey: string }> {
  const siteId = editor.site.id
  const createdBy = editor.userId
  const plan = await planOf(ports, editor.site)
  const at = new Date(ports.now())
  const tell = await readyToTell(ports.keyMails, editor.site.solutionId)
  return ports.db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const [first] = await listStoredEnvironments(tx, siteId)
    if (first === undefined) throw new ProblemError('not-found')
    const old = await findNewestVerifyKey(tx, siteId, first.number, at)
    const created = await withinKeyLimits(tx, { siteId, plan, at }, () =>
      old === undefined
        ? issueApiKey(ports, tx, { ...newKey, siteId, environmentId: first.number, createdBy })
        : replaceApiKey(ports, tx, old, { createdBy, overlapMs: 0 }),
    )
    await tell(tx, keyCreated(created, createdBy))
    await recordChange(tx, editor, at, {
      action: 'secret-key.rotated',
      target: { kind: 'environment', id: first.id },
      ...(old && { before: keyOf(old) }),
      after: keyOf(created),
    })
    return { secretKey: created.secretKey }
  })
}
