import { answerText, publicOrigin, scopeOf, textsFor, writeRss } from '@bollard/site-kit/server'
import { outlines } from 'virtual:content'
import type { Route } from './+types/articles.ts'

/** `/{language}/articles.xml`: RSS with the articles of a language, the latest first. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { site, language } = scopeOf(context, request)
  const { t } = textsFor('website', language)
  const origin = `${publicOrigin(site)}/${language}`
  const items = outlines
    .filter((outline) => outline.language === language && outline.published !== null)
    .toSorted((one, other) => (other.published ?? '').localeCompare(one.published ?? ''))
    .map(({ title, path, published, description }) => ({ title, address: origin + path, at: published, description }))
  const feed = writeRss({
    title: t(($) => $.article.feed.title),
    description: t(($) => $.article.feed.description),
    language,
    address: `${origin}/articles.xml`,
    page: `${origin}/learn`,
    items,
  })
  return answerText(feed, 'application/rss+xml')
}
