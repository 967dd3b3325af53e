import { apiOf, attempt, scopeOf } from '@bollard/site-kit/server'
import type { LoaderFunctionArgs } from 'react-router'

/** Counts a search that found nothing. A count that fails is none: nobody's search fails with it. */
export async function countMissedSearch(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  query: string,
): Promise<void> {
  const { language } = scopeOf(context, request)
  await attempt(apiOf(context, request).countMissedSearch({ missedSearchNewDto: { language, query } }))
}
