import { createHash } from 'node:crypto'
import { type HostFinding, proofNameOf, type StatusPage } from '@bollard/contracts'

/** What is stored about the host of a page. */
interface ProofRow {
  readonly host: string | null
  readonly hostSecret: Buffer
  readonly hostServed: boolean
  readonly hostFound: HostFinding | null
  readonly hostPointsHere: boolean | null
  readonly hostCheckedAt: Date | null
  readonly hostProvenAt: Date | null
  readonly hostEndsAt: Date | null
}

/** Columns of `status_pages p` that make a `ProofRow` together with `host`. */
export const proofColumns = `p.host_secret as "hostSecret", p.host_served as "hostServed", p.host_found as "hostFound",
  p.host_points_here as "hostPointsHere", p.host_checked_at as "hostCheckedAt", p.host_proven_at as "hostProvenAt", p.host_ends_at as "hostEndsAt"`

/** The host of a page where it is served, in addresses that others are given. */
export const servedHost = 'case when p.host_served then p.host end'

/** What the TXT record says: bound to the page and to the host, so that no record proves anything else. */
export function proofValueOf(host: string, secret: Buffer): string {
  return `bollard-status-page=${createHash('sha256').update(secret).update(host).digest('base64url')}`
}

/** A row with its proof as the contract has it, and without what must not be told. */
export function tellProof<Row extends ProofRow>(row: Row) {
  const { hostSecret, hostServed, hostFound, hostPointsHere, hostCheckedAt, hostProvenAt, hostEndsAt, ...rest } = row
  const hostProof: StatusPage['hostProof'] =
    rest.host === null
      ? null
      : {
          name: proofNameOf(rest.host),
          value: proofValueOf(rest.host, hostSecret),
          state: hostServed ? (hostEndsAt === null ? 'PROVEN' : 'ENDING') : 'UNPROVEN',
          found: hostFound,
          pointsHere: hostPointsHere,
          checkedAt: hostCheckedAt?.toISOString() ?? null,
          provenAt: hostProvenAt?.toISOString() ?? null,
          endsAt: hostEndsAt?.toISOString() ?? null,
        }
  return { ...rest, hostProof }
}
