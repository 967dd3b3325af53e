import { notFound, scopeOf } from '@bollard/site-kit/server'
import { readArticle } from '../pages/article-pages.server.ts'
import { DocsPage } from '../shell/docs-page.tsx'
import { OwnSiteKey } from '../shell/own-site-key.tsx'
import type { Route } from './+types/article.ts'

export const handle = { hydrate: false, sameForAll: true }

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { language, site } = scopeOf(context, request)
  const article = await readArticle(language, `/${params.section}/${params.slug}`)
  if (article === null) return notFound({ request, context })
  const { title, description, html, contents, modified, file } = article
  return {
    title,
    description,
    html,
    contents,
    modified,
    editUrl: site.editUrl === undefined ? null : site.editUrl + file,
  }
}

export default function ArticlePage({ loaderData }: Route.ComponentProps) {
  const { html, ...page } = loaderData
  return (
    <DocsPage {...page}>
      {html.includes('YOUR_SITE_KEY') ? <OwnSiteKey /> : null}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </DocsPage>
  )
}
