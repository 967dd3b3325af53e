import { notFound, scopeOf } from '@bollard/site-kit/server'
import { readPage } from '../pages/all-pages.server.ts'
import type { Route } from './+types/markdown.ts'

/** The Markdown twin of a page: `/{language}/{section}/{slug}.md`, or `/{language}/{section}.md` of the overview of a section. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { language } = scopeOf(context, request)
  const [, path = ''] = /^\/[^/]+(\/[\w/-]+)\.md$/u.exec(new URL(request.url).pathname) ?? []
  const page = await readPage(language, path)
  if (page === null) return notFound({ request, context })
  return new Response(page.markdown, {
    headers: {
      'content-type': 'text/markdown; charset=utf-8',
      'content-language': language,
      'x-robots-tag': 'noindex',
    },
  })
}
