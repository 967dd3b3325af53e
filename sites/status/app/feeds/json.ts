import { publicStates } from '@bollard/contracts'
import type { Route } from './+types/json.ts'
import { loadFeed } from './entries.server.ts'

/** The page for programs: everything that it shows, without what says how it looks. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { page, home, answer } = await loadFeed(args)
  const { name, at, version, content } = page
  const { state, timeZone, firstDay, days, groups, reports, maintenance, announcement } = content
  const shown = {
    name,
    address: home,
    at,
    version,
    states: publicStates,
    state,
    announcement,
    timeZone,
    firstDay,
    days,
  }
  return answer(JSON.stringify({ ...shown, groups, reports, maintenance }), 'application/json')
}
