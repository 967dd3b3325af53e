import { isIPv6 } from 'node:net'
import type { Queries } from '@bollard/database'
import { sign } from './audit-key.ts'

/** The schema and the migrations that this needs; run them with `migrate` before those of the services. */
export const auditMigrations = { schema: 'audit', directory: new URL('./migrations/', import.meta.url) } as const

export type AuditScope = 'SOLUTION' | 'ORGANIZATION' | 'ACCOUNT' | 'SYSTEM'

/** Where a call came from. */
export interface AuditOrigin {
  /** The whole address; only its network is kept. */
  readonly ip: string
  readonly userAgent: string | null
  /** Id of the request, as in the logs. */
  readonly requestId: string
}

export interface AuditEntry {
  readonly at: Date
  readonly scope: AuditScope
  /** Id of the solution, organization or user; for SYSTEM a word of its own. */
  readonly scopeId: string
  /** An operator is an administrator of the deployment who acts as one; an API key is named by its public id; the system acts by itself. */
  readonly actor: { readonly kind: 'USER' | 'API_KEY' | 'OPERATOR'; readonly id: string } | { readonly kind: 'SYSTEM' }
  /** `entity.verb` in the past, such as `solution.locked`. */
  readonly action: string
  readonly target?: { readonly kind: string; readonly id: string }
  /** What was so before and what is so now: only the fields that changed, and never a secret. */
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
  /** Left out for what the system does by itself. */
  readonly from?: AuditOrigin
}

/** Writes down who did what, in the transaction that does it: either both stay or neither. Entries of one scope wait for each other. */
export async function recordAudit(tx: Queries, entry: AuditEntry): Promise<void> {
  const from = entry.from && {
    network: networkOf(entry.from.ip),
    userAgent: entry.from.userAgent?.slice(0, 300) ?? null,
    requestId: entry.from.requestId,
  }
  // Ids may come in capitals; another spelling of the same one must not begin a second chain, which nobody would read.
  const scopeId = entry.scopeId.toLowerCase()
  const text = JSON.stringify({ ...entry, scopeId, at: entry.at.toISOString(), from }, storable)
  const [prepared] = await tx.query('audit-prepare', 'select audit.prepare($1::jsonb) as digest', [text])
  if (prepared === undefined) throw new Error('A statement without a table gave no row')
  await tx.query('audit-append', 'select audit.append($1::jsonb, $2)', [text, sign(prepared.digest)])
}

/** Text that PostgreSQL cannot keep in JSON must not undo what it tells of. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value
}

/** The first three of four parts of an IPv4 address, the first three of eight groups of an IPv6 address: a place, not a person. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(ip)?.[1]
  if (mapped !== undefined) return networkOf(mapped)
  if (!isIPv6(ip)) return ip.replace(/\.\d+$/u, '.0/24')
  // URL writes the longest run of zeros as "::", so that the leading groups can be read off.
  const [head = ''] = new URL(`http://[${ip}]/`).hostname.slice(1, -1).split('::')
  const groups = [...head.split(':').filter(Boolean), '0', '0', '0'].slice(0, 3)
  return `${groups.join(':')}::/48`
}
