import { locales } from '@bollard/i18n'
import { pathWithoutLanguage, useSite } from '@bollard/site-kit'
import { ContentsMenu } from '@bollard/site-kit/reading'
import { notFound, pageAddress, scopeOf } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { redirect } from 'react-router'
import { languagesOf } from '../article/articles.server.ts'
import { TextPage, TextTitle } from '../article/text-page.tsx'
import { longDate } from '../page/long-date.ts'
import { ownDocumentOf } from '../site-map/existing-pages.server.ts'
import type { Route } from './+types/legal-page.ts'
import { isContract, readLegalText } from './legal-text.server.ts'

export const handle = { hydrate: false, sameForAll: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { language, site } = scopeOf(context, request)
  const path = pathWithoutLanguage(pageAddress(request).pathname)
  const own = ownDocumentOf(site, path)
  if (own !== null) return redirect(own)
  const text = await readLegalText(site, language, path)
  if (text === null) return notFound({ request, context })
  const { language: writtenIn, ...shown } = text
  const isOther = writtenIn !== language
  return {
    ...shown,
    path,
    writtenIn: isOther ? writtenIn : null,
    languages: languagesOf(path),
    hasPdf: isContract(path),
  }
}

/** A legal text with its version, the day from which it holds, and what each version has changed. */
export default function LegalPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { html, legal, hasPdf, ...page } = loaderData
  const { version, effective, changes } = legal
  const stateOf = (one: { version: string; effective: string }) =>
    t(($) => $.legal.version, { version: one.version, date: longDate(one.effective, locales[language]) })
  return (
    <TextPage {...page} above={{ name: t(($) => $.shell.columns.legal), path: '/legal' }}>
      <article>
        <TextTitle>{page.title}</TextTitle>
        <p className="mt-3 flex flex-wrap items-center gap-x-5 text-sm text-ink-3">
          <span>{stateOf({ version, effective })}</span>
          {hasPdf ? (
            <a href={`/${language}${page.path}.pdf`} className="text-link inline-flex items-center touch:min-h-11">
              {t(($) => $.legal.pdf)}
            </a>
          ) : null}
        </p>
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
