import { fillDocsLinks } from '@bollard/content/fill-marks'
import { notFound, pageAddress, scopeOf } from '@bollard/site-kit/server'
import { pathWithoutLanguage } from '@bollard/site-kit'
import { readArticle } from 'virtual:content'
import type { Route } from './+types/markdown.ts'

/** The Markdown twin of an article: `/{language}/{section}/{slug}.md`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { language, site } = scopeOf(context, request)
  const path = pathWithoutLanguage(pageAddress(request).pathname).replace(/\.md$/u, '')
  const article = await readArticle(language, path)
  if (article === null || article.details === null) return notFound({ request, context })
  return new Response(fillDocsLinks(article.markdown, site.urls.docs, 'markdown'), {
    headers: {
      'content-type': 'text/markdown; charset=utf-8',
      'content-language': language,
      'x-robots-tag': 'noindex',
    },
  })
}
