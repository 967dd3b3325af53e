import type { AbuseCluster, ClusterKind, LeakedKey, SignUpSource, SignUpSourceKind } from '@bollard/contracts'
import type { OperationsContext } from '../operations-context.ts'

const linesMax = 50
const dayMs = 86_400_000

/** Verifications of the last day across solutions, put together by where they came from. */
export async function listAbuseClusters(
  { captcha, now }: Pick<OperationsContext, 'captcha' | 'now'>,
  by: ClusterKind,
): Promise<{ items: AbuseCluster[] }> {
  return { items: await captcha.listClusters(by, new Date(now().getTime() - dayMs), linesMax) }
}

/** Accounts of the last week, put together by where they came from. */
export async function listSignUpSources(
  { identity, now }: Pick<OperationsContext, 'identity' | 'now'>,
  by: SignUpSourceKind,
): Promise<{ items: SignUpSource[] }> {
  return { items: await identity.countSignUps(by, new Date(now().getTime() - 7 * dayMs), linesMax) }
}

/** Solutions whose keys may have become known to others. */
export async function listLeakedKeys({
  solution,
  captcha,
}: Pick<OperationsContext, 'solution' | 'captcha'>): Promise<{ items: LeakedKey[] }> {
  const incidents = await solution.listIncidents(linesMax)
  const items = incidents.map(async ({ solutionId, lockedAt }) => ({
    solutionId,
    lockedAt: lockedAt.toISOString(),
    rotated: await captcha.isSecretRotated(solutionId, lockedAt),
  }))
  return { items: await Promise.all(items) }
}
