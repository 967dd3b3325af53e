import { type GuardedStore, type LimitedCall, type OpenCall, settleCall } from '@bollard/limits'
import type { Ending } from '../record/recorded-decision.ts'
import type { Policy } from './policy.ts'
import type { Seen } from '../record/seen.ts'

/** A request that was let through, until somebody says what became of it. */
export interface OpenCalls {
  /** Keeps what its ending settles where limits are counted, so that any process may hear of the ending. Never rejects. */
  readonly keep: (
    policy: Pick<Policy, 'nameOfCall'>,
    open: { readonly id: string; readonly call: LimitedCall; readonly tried: readonly Seen[]; readonly now: number },
  ) => Promise<void>
  /** Settles it, the first time it is asked to; answers whom the change guard has seen with it. Never rejects. */
  readonly end: (
    policy: Pick<Policy, 'nameOfCall'>,
    ended: { readonly id: string; readonly ending: Ending; readonly now: number },
  ) => Promise<readonly Seen[]>
}

/** What is never settled is forgotten after an hour, or when its leases have ended. */
const keptMs = 3_600_000

interface Kept {
  readonly open: OpenCall | null
  readonly tried: readonly (Omit<Seen, 'visitor'> & { readonly visitor: string })[]
}

export function createOpenCalls(store: GuardedStore): OpenCalls {
  return {
    async keep({ nameOfCall }, { id, call, tried, now }) {
      const open = await call.open()
      if (open === null && tried.length === 0) return
      const leases = (open?.charges ?? []).map(({ rule }) => (rule.kind === 'LEASES' ? rule.span : 0))
      const kept: Kept = {
        open,
        tried: tried.map((seen) => ({ ...seen, visitor: seen.visitor.toString('base64url') })),
      }
      await store.keep(nameOfCall(id), JSON.stringify(kept), now + Math.max(keptMs, ...leases), now, open?.where)
    },
    async end({ nameOfCall }, { id, ending, now }) {
      const note = await store.takeOut(nameOfCall(id), now)
      if (note === null) return []
      // We have written it ourselves, under a name that nobody can tell without the site's secret.
      const { open, tried } = JSON.parse(note) as Kept
      if (open !== null) await settleCall(store, open, ending, now)
      return tried.map((seen) => ({ ...seen, visitor: Buffer.from(seen.visitor, 'base64url') }))
    },
  }
}
