import { documentationRoutes as routes } from '@bollard/contracts'
import { type GuardedScope, limitedIp, mountRoute, type RateLimiter } from '@bollard/http'
import type { ContactContext } from '../contact-context.ts'
import { countMissedSearch, countPageAnswer } from './count.ts'
import { listMissedSearches, listPageAnswers } from './list.ts'

/** What readers of the documentation tell, whoever they are. */
export function mountReaders(
  app: GuardedScope,
  context: ContactContext,
  limiter: RateLimiter<'pageAnswers' | 'missedSearches'>,
): void {
  mountRoute(app, routes.countPageAnswer, async ({ body, call }) => {
    await limiter.take('pageAnswers', limitedIp(call.from.ip))
    await countPageAnswer(context, body)
  })
  mountRoute(app, routes.countMissedSearch, async ({ body, call }) => {
    await limiter.take('missedSearches', limitedIp(call.from.ip))
    await countMissedSearch(context, body)
  })
}

/** The counts, for operators. */
export function mountDocumentationCounts(app: GuardedScope, context: ContactContext): void {
  mountRoute(app, routes.listPageAnswers, async ({ query }) => listPageAnswers(context, query))
  mountRoute(app, routes.listMissedSearches, async ({ query }) => listMissedSearches(context, query))
}
