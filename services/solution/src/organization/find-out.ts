import { ProblemError } from '@bollard/http'
import type { SolutionContext } from '../solution-context.ts'
import { type EvidenceRow, txtNameOf, txtValueOf } from './evidence-row.ts'

export interface Finding {
  readonly status: EvidenceRow['status']
  /** Added to the evidence. */
  readonly details: Readonly<Record<string, string>>
}

type FindContext = Pick<SolutionContext, 'now' | 'resolveTxt' | 'checkVatId'>

/**
 * Asks DNS or VIES about a piece of evidence; what only a person can judge stays open. Throws `upstream` when VIES does not
 * answer. Ask outside of a transaction: it may take seconds.
 */
export async function findOut(
  context: FindContext,
  organizationId: string,
  { kind, details }: Pick<EvidenceRow, 'kind' | 'details'>,
): Promise<Finding> {
  if (kind === 'EMAIL_DOMAIN')
    return (await isPublished(context, details))
      ? { status: 'CONFIRMED', details: { foundAt: context.now().toISOString() } }
      : open
  if (kind !== 'VAT_ID') return open
  const check = await context.checkVatId(details['vatId'] ?? '', organizationId)
  if (check === 'unavailable')
    throw new ProblemError('upstream', 'VIES does not answer at the moment. Try again later.')
  const found = { consultationNumber: check.consultationNumber ?? '', checkedAt: check.at.toISOString() }
  return { status: check.valid ? 'CONFIRMED' : 'REFUSED', details: found }
}

const open: Finding = { status: 'OPEN', details: {} }

async function isPublished(
  { resolveTxt }: Pick<FindContext, 'resolveTxt'>,
  { domain, token }: EvidenceRow['details'],
): Promise<boolean> {
  if (domain === undefined || token === undefined) return false
  // Names without such a record reject; a long record comes in pieces.
  const records = await resolveTxt(txtNameOf(domain)).catch(() => [])
  return records.some((pieces) => pieces.join('').trim() === txtValueOf(token))
}
