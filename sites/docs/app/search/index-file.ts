import { writeSearchIndex } from '@bollard/content/search'
import { scopeOf, textsFor } from '@bollard/site-kit/server'
import { searchIndex } from './search-index.server.ts'
import type { Route } from './+types/index-file.ts'

const made = new Map<string, string>()

/** `/{language}/search-index.json`: what the dialog of the search needs, with its words. Small once compressed, and asked for once a page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { language } = scopeOf(context, request)
  let body = made.get(language)
  if (body === undefined) {
    const { t } = textsFor('docs', language)
    const texts = JSON.stringify(t(($) => $.search.dialog, { returnObjects: true, skipInterpolation: true }))
    body = `{"texts":${texts},"index":${writeSearchIndex(await searchIndex(language))}}`
    made.set(language, body)
  }
  return new Response(body, {
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' },
  })
}
