import { fillDocsLinks, fillOperator } from '@bollard/content/fill-marks'
import { locales } from '@bollard/i18n'
import { pathWithoutLanguage, useSite } from '@bollard/site-kit'
import { ContentsMenu } from '@bollard/site-kit/reading'
import { notFound, pageAddress, scopeOf } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { redirect } from 'react-router'
import { languagesOf, readText } from '../article/articles.server.ts'
import { TextPage, TextTitle } from '../article/text-page.tsx'
import { longDate } from '../page/long-date.ts'
import { withExistingLinks } from '../site-map/existing-links.server.ts'
import { ownDocumentOf } from '../site-map/existing-pages.server.ts'
import type { Route } from './+types/legal-page.ts'
import { hasWhatItNeeds, operatorValuesOf } from '../operator/operator-values.server.ts'

export const handle = { hydrate: false }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { language, site } = scopeOf(context, request)
  const path = pathWithoutLanguage(pageAddress(request).pathname)
  const own = ownDocumentOf(site, path)
  if (own !== null) return redirect(own)
  const text = await readText(language, path)
  // No page is better than a legal text with gaps.
  if (text === null || text.legal === null || !hasWhatItNeeds(site, text.legal)) return notFound({ request, context })
  const { title, description, contents, legal } = text
  const linked = withExistingLinks(fillDocsLinks(text.html, site.urls.docs, 'html'), site)
  const html = fillOperator(linked, operatorValuesOf(site, language) ?? {})
  // A heading may have stood for an operator with other facts.
  const shown = contents.filter(({ anchor }) => html.includes(`id="${anchor}"`))
  const writtenIn = text.language === language ? null : text.language
  return { path, title, description, html, contents: shown, legal, writtenIn, languages: languagesOf(path) }
}

/** A legal text with its version, the day from which it holds, and what each version has changed. */
export default function LegalPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { html, legal, ...page } = loaderData
  const { version, effective, changes } = legal
  const stateOf = (one: { version: string; effective: string }) =>
    t(($) => $.legal.version, { version: one.version, date: longDate(one.effective, locales[language]) })
  return (
    <TextPage {...page} above={{ name: t(($) => $.shell.columns.legal), path: '/legal' }}>
      <article>
        <TextTitle>{page.title}</TextTitle>
        <p className="mt-3 text-sm text-ink-3">{stateOf({ version, effective })}</p>
        <ContentsMenu contents={page.contents} />
        <div className="prose mt-8" dangerouslySetInnerHTML={{ __html: html }} />
        <section aria-labelledby="versions" className="mt-10 border-t border-line pt-6">
          <h2 id="versions" className="text-lg">
            {t(($) => $.legal.versions)}
          </h2>
          <ul className="mt-2 grid gap-1 text-sm text-ink-2">
            {changes.map((change) => (
              <li key={change.version}>
                {stateOf(change)}: {change.text}
              </li>
            ))}
          </ul>
        </section>
      </article>
    </TextPage>
  )
}
