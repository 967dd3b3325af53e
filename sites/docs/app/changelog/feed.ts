import { answerText, publicOrigin, scopeOf, textsFor, writeRss } from '@bollard/site-kit/server'
import { readChangelog } from '../pages/article-pages.server.ts'
import type { Route } from './+types/feed.ts'

/** `/{language}/changelog.xml`: RSS with one entry for each version. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { language, site } = scopeOf(context, request)
  const { t } = textsFor('docs', language)
  const page = `${publicOrigin(site)}/${language}/changelog`
  const { parts } = await readChangelog(language)
  const feed = writeRss({
    title: t(($) => $.changelog.feed),
    description: t(($) => $.changelog.description),
    // It is written in English alone.
    language: 'en',
    address: `${page}.xml`,
    page,
    items: parts.map(({ anchor, title, html }) => ({
      title: `Bollard ${title}`,
      address: `${page}#${anchor}`,
      at: /\d{4}-\d{2}-\d{2}/u.exec(title)?.[0] ?? null,
      description: html,
    })),
  })
  return answerText(feed, 'application/rss+xml')
}
