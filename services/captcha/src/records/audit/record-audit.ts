import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { type Call, type Caller, isApiKeyCaller } from '@bollard/access'
import {
  type AuditEntry,
  type AuditEvent,
  maskEmail,
  networkOf,
  recordAudit as appendToAudit,
  recordEvent,
} from '@bollard/audit'
import { ProblemError } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { isPlainObject } from './changes-of.ts'

/** What somebody did to a site. Addresses in it are masked on their way into the log. */
export interface SiteChange extends Pick<AuditEvent, 'action' | 'target' | 'before' | 'after'> {
  readonly site: { readonly solutionId: string }
  /** Done by an administrator of the deployment as such, who need not be a member. */
  readonly asOperator?: boolean
}

/**
 * Records what a caller did, in the transaction that does it. Call it last there: until the transaction ends, nobody else can
 * write into the log of the solution.
 */
export async function recordAudit(
  tx: Queries,
  actor: Caller,
  call: Call,
  at: Date,
  { site, action, target, before, after, asOperator = false }: SiteChange,
): Promise<void> {
  const event = {
    scope: 'SOLUTION' as const,
    scopeId: site.solutionId,
    action,
    ...(target && { target }),
    ...(before && isFilled(before) && { before: maskFields(before) }),
    ...(after && isFilled(after) && { after: maskFields(after) }),
  }
  if (asOperator) return recordEvent(tx, actor, call, at, { ...event, asOperator })
  await appendToAudit(tx, { ...event, at, actor: await auditedActor(tx, actor), from: call.from })
}

/** People see the public id of a key; the service itself uses its number. */
async function auditedActor(tx: Queries, actor: Caller): Promise<AuditEntry['actor']> {
  if (!isApiKeyCaller(actor)) return { kind: 'USER', id: actor.userId }
  const [key] = await tx.query(
    'captcha-api-key-public-id',
    'select public_id as id from captcha.api_keys where id = $1',
    [actor.apiKey.apiKeyId],
  )
  if (key === undefined) throw new ProblemError('secret-key-invalid')
  return { kind: 'API_KEY', id: key.id }
}

function isFilled(fields: Readonly<Record<string, unknown>>): boolean {
  return Object.values(fields).some((value) => value !== undefined)
}

/** Characters as JSON. A rule can be far longer, and entries stay for good. */
const charactersMax = 8_192

/** How texts are kept that tell of people or give access, by the name of their field. */
const masks: Readonly<Record<string, (text: string) => string>> = {
  email: maskEmail,
  url: maskUrl,
  network: maskNetwork,
  networks: maskNetwork,
  allowedNetworks: maskNetwork,
  blockedNetworks: maskNetwork,
  exemptNetworks: maskNetwork,
  'values of ip': maskNetwork,
}

/** Fields as the audit log keeps them: of addresses a part, and of what is very long its length and hash. */
export function maskFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shorten(mask(value, name))]))
}

function mask(value: unknown, name: string): unknown {
  if (typeof value === 'string') return masks[name]?.(value) ?? value
  if (Array.isArray(value)) return value.map((item) => mask(item, name))
  if (!isPlainObject(value)) return value
  // What the values of a condition are, its field tells.
  const nameOf = (key: string): string =>
    key === 'values' && typeof value['field'] === 'string' ? `values of ${value['field']}` : key
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mask(inner, nameOf(key))]))
}

function shorten(value: unknown): unknown {
  const text = JSON.stringify(value) ?? ''
  if (text.length <= charactersMax) return value
  return { characters: text.length, sha256: createHash('sha256').update(text).digest('hex') }
}

/** Path and query of a webhook's address are often all that its receiver asks for. */
function maskUrl(url: string): string {
  return URL.canParse(url) ? `${new URL(url).origin}/…` : '…'
}

/** Of an address and of few addresses only the network that entries keep of a caller, too. */
function maskNetwork(text: string): string {
  const [address = '', bits] = text.split('/')
  return bits !== undefined && Number(bits) <= (isIPv6(address) ? 48 : 24) ? text : networkOf(address)
}
