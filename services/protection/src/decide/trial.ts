import { mergeParts, type PartResult } from '@bollard/decisions'
import type { SeenTrial } from '../record/seen.ts'
import type { SiteHashes } from './hashed.ts'

/** An edit of a limiter that runs as a dry run beside what it is to replace. */
export interface Trial {
  readonly limiterId: string
  readonly round: number
  /** What its part is called. */
  readonly name: string
  /** What the part is called that decides meanwhile. */
  readonly former: string
}

/** Longer names leave no room for the rest: they are cut, and told apart by the end of the limiter's id. */
const namedMax = 44

/**
 * What the dry run of an edit is called, here and at gateways, for which it is a limiter like any other. The capitals keep it apart from
 * what a person may call a limiter, the round from the edit before.
 */
export function nameOfTrial({
  id,
  name,
  round,
}: {
  readonly id: string
  readonly name: string
  readonly round: number
}): string {
  const idEnd = id.slice(-8)
  return `${name.length > namedMax ? `${name.slice(0, namedMax - idEnd.length - 1)}.${idEnd}` : name}.TRIAL-${round}`
}

/**
 * What a visitor met, and what they would have met if an edit already held: both from what the parts found, so that the control group tells
 * on neither side. Nothing where the edit was not asked, such as after another limiter's denial.
 */
export function seenOfTrials(
  parts: readonly Pick<PartResult, 'part' | 'state' | 'finding'>[],
  {
    trials,
    solutionId,
    hashes,
    network,
  }: {
    readonly trials: readonly Trial[]
    readonly solutionId: string
    readonly hashes: Pick<SiteHashes, 'guardedAs'>
    readonly network: string
  },
): SeenTrial[] {
  return trials.flatMap(({ limiterId, round, name, former }) => {
    if (!parts.some(({ part, finding }) => part === name && finding !== null)) return []
    const all = parts.map((part): PartResult => ({ ...part, fault: null, elapsedMs: 0 }))
    const would = all.flatMap((part) =>
      part.part === former ? [] : [part.part === name ? { ...part, state: 'RUN' as const } : part],
    )
    const side = (changed: boolean): SeenTrial => {
      const { conclusion } = mergeParts(changed ? would : all)
      return {
        limiterId,
        solutionId,
        round,
        changed,
        // One visitor is on both sides, which are rows of their own.
        visitor: hashes.guardedAs(network, `${limiterId} ${round}${changed ? ' trial' : ''}`),
        refused: conclusion === 'DENY' || conclusion === 'THROTTLE',
        denied: conclusion === 'DENY',
      }
    }
    return [side(true), side(false)]
  })
}
