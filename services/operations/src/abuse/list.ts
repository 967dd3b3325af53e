import type {
  AbuseCluster,
  ClusterKind,
  LeakedKey,
  LeakedKeyDay,
  SignUpSource,
  SignUpSourceKind,
} from '@bollard/contracts'
import type { OperationsContext } from '../operations-context.ts'
import { findClusterNotes } from './cluster-notes.ts'

const linesMax = 50
const dayMs = 86_400_000
const leakedDays = 30

/** Verifications of the last day across solutions, put together by where they came from, with what operators know of it. */
export async function listAbuseClusters(
  context: Pick<OperationsContext, 'db' | 'captcha' | 'now'>,
  by: ClusterKind,
): Promise<{ items: AbuseCluster[] }> {
  const clusters = await context.captcha.listClusters(by, new Date(context.now().getTime() - dayMs), linesMax)
  const values = clusters.map(({ value }) => value)
  const notes = await findClusterNotes(context, by, values)
  return { items: clusters.map((cluster) => ({ ...cluster, note: notes.get(cluster.value) ?? null })) }
}

/** Accounts of the last week, put together by where they came from. */
export async function listSignUpSources(
  { identity, now }: Pick<OperationsContext, 'identity' | 'now'>,
  by: SignUpSourceKind,
): Promise<{ items: SignUpSource[] }> {
  return { items: await identity.countSignUps(by, new Date(now().getTime() - 7 * dayMs), linesMax) }
}

/** Solutions that were locked for a security incident in the last month, or still are, and how many were locked each day. No key is told. */
export async function listLeakedKeys({
  solution,
  captcha,
  now,
}: Pick<OperationsContext, 'solution' | 'captcha' | 'now'>): Promise<{ items: LeakedKey[]; days: LeakedKeyDay[] }> {
  const since = new Date(now().getTime() - leakedDays * dayMs)
  const [incidents, days] = await Promise.all([solution.listIncidents(since, linesMax), solution.countIncidents(since)])
  const items = incidents.map(async ({ solutionId, lockedAt, unlockedAt }) => ({
    solutionId,
    lockedAt: lockedAt.toISOString(),
    unlockedAt: unlockedAt?.toISOString() ?? null,
    rotated: await captcha.isSecretRotated(solutionId, lockedAt),
  }))
  return { items: await Promise.all(items), days }
}
