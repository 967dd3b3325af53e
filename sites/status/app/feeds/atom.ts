import type { Route } from './+types/atom.ts'
import { changedAt, entriesOf, loadFeed } from './entries.server.ts'
import { writeAtom } from './write-atom.ts'

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const feed = await loadFeed(args)
  const { page, at, home, language, answer } = feed
  const entries = entriesOf(feed)
  const text = writeAtom({
    address: at('/feed.atom'),
    page: home,
    title: page.name,
    language,
    updatedAt: changedAt(entries, page),
    entries,
  })
  return answer(text, 'application/atom+xml')
}
