import type { OrganizationEvidence } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

export interface EvidenceRow {
  readonly id: string
  readonly kind: OrganizationEvidence['kind']
  readonly status: OrganizationEvidence['status']
  readonly details: Readonly<Record<string, string>>
  readonly createdAt: Date
  readonly decidedAt: Date | null
}

export const evidenceColumns = 'id, kind, status, details, created_at as "createdAt", decided_at as "decidedAt"'

/** Where the owner of a domain publishes the token, and what the record says. */
export const txtNameOf = (domain: string): string => `_bollard-verification.${domain}`
export const txtValueOf = (token: string): string => `bollard-verification=${token}`

export function toEvidence({
  id,
  kind,
  status,
  details: { token, ...details },
  createdAt,
  decidedAt,
}: EvidenceRow): OrganizationEvidence {
  const { domain } = details
  return {
    id,
    kind,
    status,
    txtRecord:
      kind === 'EMAIL_DOMAIN' && domain !== undefined && token !== undefined
        ? { name: txtNameOf(domain), value: txtValueOf(token) }
        : null,
    details,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }
}

/** Writes down what was found out about a piece of evidence, unless it was decided meanwhile. */
export async function decideEvidence(
  tx: Queries,
  id: string,
  {
    status,
    details,
    at,
  }: { status: OrganizationEvidence['status']; details: Readonly<Record<string, string>>; at: Date },
): Promise<EvidenceRow | undefined> {
  const [row] = await tx.query('evidence-decide', decideSql, [
    id,
    status,
    JSON.stringify(details),
    status === 'OPEN' ? null : at,
  ])
  return row
}

const decideSql = `update solution.organization_evidence set status = $2, details = details || $3::jsonb, decided_at = $4
  where id = $1 and status = 'OPEN' returning ${evidenceColumns}`
