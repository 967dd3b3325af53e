import { notFound, scopeOf } from '@bollard/site-kit/server'
import { countMissedSearch } from './count-missed-search.server.ts'
import { queryIn } from './query-in.ts'
import { findPages } from './search-index.server.ts'
import type { Route } from './+types/missed-search.ts'

/** The dialog tells of a search that found nothing. Whether that is so is looked at here once more. */
export async function action({ request, context }: Route.ActionArgs) {
  const query = queryIn((await request.formData()).get('query'))
  const { language } = scopeOf(context, request)
  if (query !== '' && (await findPages(language, query)).length === 0)
    await countMissedSearch({ request, context }, query)
  return new Response(null, { status: 204 })
}

/** Nobody reads here. */
export const loader = (args: Route.LoaderArgs) => notFound(args)
