import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { protectionRoutes } from '@bollard/contracts'
import type { Reads } from '@bollard/database'
import { mountRoute } from '@bollard/http'
import type { SpaceScope } from '../access/open-gate.ts'
import type { ProtectionContext } from '../protection-context.ts'
import { periodAt, readStatistics } from './read-statistics.ts'
import { exportDecisions, listDecisions, readDecision } from './stored-decisions.ts'

/** What was decided: figures of all requests, and single decisions. */
export function mountStatistics(
  app: SpaceScope,
  { reads, now, operatorName }: Pick<ProtectionContext, 'now' | 'operatorName'> & { readonly reads: Reads },
): void {
  mountRoute(app, protectionRoutes.getProtectionStatistics, async ({ entity, query }) =>
    reads((read) => readStatistics(read, { solutionId: entity.id, period: query.period, now: now() }, operatorName)),
  )
  mountRoute(app, protectionRoutes.listDecisions, async ({ entity, query: { period, cursor, limit, ...filter } }) => {
    const { from } = periodAt(period, now())
    return reads((read) => listDecisions(read, { solutionId: entity.id, from, filter, cursor, limit }, operatorName))
  })
  mountRoute(app, protectionRoutes.getDecision, async ({ entity, params }) =>
    reads((read) => readDecision(read, { solutionId: entity.id, decisionId: params.decisionId }, operatorName)),
  )
  mountRoute(app, protectionRoutes.exportDecisions, async ({ entity, query: { period, format, ...filter }, reply }) => {
    const { from } = periodAt(period, now())
    const text = exportDecisions(reads, { solutionId: entity.id, from, filter, format }, operatorName)
    await reply
      .headers({
        'content-type': format === 'CSV' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="decisions-${entity.id}.${format.toLowerCase()}"`,
        'cache-control': 'private, no-store',
      })
      .send(Readable.from(inThisCall(text), { objectMode: false }))
  })
}

/** Pieces that are asked for later, by whoever reads the answer, are still asked of the database as the call that they belong to. */
function inThisCall(pieces: AsyncGenerator<string>): AsyncIterable<string> {
  const call = AsyncLocalStorage.snapshot()
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => call(() => pieces.next()),
      return: () => call(() => pieces.return(undefined)),
    }),
  }
}
