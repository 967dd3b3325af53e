import { escapeXml, writeRss } from '@bollard/site-kit/server'
import type { Route } from './+types/rss.ts'
import { entriesOf, loadFeed } from './entries.server.ts'

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const feed = await loadFeed(args)
  const { page, at, home, language, answer } = feed
  const text = writeRss({
    title: page.name,
    description: page.content.description ?? page.name,
    language,
    address: at('/feed.rss'),
    page: home,
    items: entriesOf(feed).map(({ id, title, address, publishedAt, text: said }) => ({
      id,
      title,
      address,
      at: publishedAt,
      // Readers take it as HTML.
      description: escapeXml(said).replaceAll('\n', '<br>'),
    })),
  })
  return answer(text, 'application/rss+xml')
}
