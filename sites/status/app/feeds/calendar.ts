import type { Route } from './+types/calendar.ts'
import { componentsLine, loadFeed } from './entries.server.ts'
import { writeCalendar } from './write-calendar.ts'

/** Maintenance that runs or is announced, for calendars. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { page, home, t, answer } = await loadFeed(args)
  const events = page.content.maintenance.map(({ id, title, from, to, componentIds }) => ({
    id: `${id}@${new URL(home).hostname}`,
    title,
    text: componentsLine(page.content, componentIds),
    address: home,
    startsAt: from,
    endsAt: to,
  }))
  const name = `${page.name}: ${t(($) => $.maintenance.title)}`
  return answer(writeCalendar(name, events, page.at), 'text/calendar')
}
