import { type LegalDocument, Moment, pathWithoutLanguage, useSite } from '@bollard/site-kit'
import { apiOf, attempt, load, scopeOf } from '@bollard/site-kit/server'
import { Card, CardHeader, EmptyState, Pill } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Page, PageTitle } from '../frame/page.tsx'
import type { Route } from './+types/legal.ts'

/** Each is asked for its agreement, so only so many stand here; the rest have it in their settings. */
const solutionsMax = 50

export async function loader({ request, context }: Route.LoaderArgs) {
  const { terms = null, privacy = null, dpa = null } = scopeOf(context, request).site.legal ?? {}
  const api = apiOf(context, request)
  const [profile, page] = await Promise.all([
    load(context, request, api.getProfile()),
    dpa === null ? { items: [], nextCursor: null } : load(context, request, api.listSolutions({ limit: solutionsMax })),
  ])
  const agreements = await Promise.all(
    page.items.map(async ({ id, label }) => {
      const answer = await attempt(api.getProcessingAgreement({ solutionId: id }))
      // The latest comes first.
      const [latest] = answer.ok ? answer.value.accepted : []
      return {
        id,
        label,
        isKnown: answer.ok,
        accepted: latest && { version: latest.version, at: latest.acceptedAt, by: latest.acceptedBy.name },
      }
    }),
  )
  return { terms, privacy, dpa, accepted: profile.acceptedTerms, agreements, hasMore: page.nextCursor !== null }
}

/** The operator's documents that are in force, and which of them were accepted when. */
export default function Legal({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const { terms, privacy, dpa, accepted, agreements, hasMore } = loaderData
  const isEmpty = terms === null && privacy === null && dpa === null
  return (
    <Page title={t(($) => $.legal.title)}>
      <PageTitle title={t(($) => $.legal.title)} subtitle={isEmpty ? undefined : t(($) => $.legal.subtitle)} />
      {isEmpty ? (
        <Card>
          <EmptyState title={t(($) => $.legal.emptyTitle)}>{t(($) => $.legal.empty)}</EmptyState>
        </Card>
      ) : null}
      <div className="grid gap-5">
        {terms === null ? null : (
          <Document title={t(($) => $.legal.terms)} document={terms}>
            {accepted === null ? (
              <p>{t(($) => $.legal.termsNever)}</p>
            ) : (
              <p>
                {t(($) => $.legal.termsAccepted, { version: accepted.version })} <Moment at={accepted.acceptedAt} />
              </p>
            )}
          </Document>
        )}
        {privacy === null ? null : (
          <Document title={t(($) => $.legal.privacy)} document={privacy}>
            <p>{t(($) => $.legal.privacyAbout)}</p>
          </Document>
        )}
        {dpa === null ? null : (
          <Document title={t(($) => $.legal.dpa)} document={dpa} pdf={pdfOf(dpa, urls.website)}>
            <p>{agreements.length === 0 ? t(($) => $.legal.dpaWithout) : t(($) => $.legal.dpaAbout)}</p>
            {agreements.length === 0 ? null : (
              <ul className="divide-y divide-line rounded-md border border-line">
                {agreements.map(({ id, label, isKnown, accepted: latest }) => (
                  <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-3">
                    <Link
                      to={`/${language}/solutions/${id}/settings/general#agreement`}
                      className="text-link me-auto min-w-0 [overflow-wrap:anywhere]"
                    >
                      {label}
                    </Link>
                    {!isKnown ? (
                      <span className="text-sm text-ink-3">{t(($) => $.legal.dpaUnknown)}</span>
                    ) : latest === undefined ? (
                      <Pill meaning="doubt">{t(($) => $.legal.dpaOpen)}</Pill>
                    ) : (
                      <>
                        <span className="text-sm text-ink-2">
                          {t(($) => $.legal.dpaAccepted, {
                            version: latest.version,
                            name: latest.by ?? t(($) => $.agreement.formerMember),
                          })}{' '}
                          <Moment at={latest.at} />
                        </span>
                        {latest.version === dpa.version ? null : (
                          <Pill meaning="doubt">{t(($) => $.legal.dpaOlder)}</Pill>
                        )}
                      </>
                    )}
                  </li>
                ))}
              </ul>
            )}
            {hasMore ? (
              <p>
                <Link className="text-link" to={`/${language}/captchas`}>
                  {t(($) => $.legal.dpaMore)}
                </Link>
              </p>
            ) : null}
          </Document>
        )}
      </div>
    </Page>
  )
}

/** Where a version is as PDF: only a text of the installation's own website is. */
function pdfOf({ url, version }: LegalDocument, website: string): string | null {
  const { origin, pathname } = new URL(url)
  if (origin !== new URL(website).origin || pathWithoutLanguage(pathname) !== '/legal/data-processing-agreement')
    return null
  return `${origin}${pathname.replace(/\/$/u, '')}.pdf?version=${encodeURIComponent(version)}`
}

function Document({
  title,
  document: { version, url, since },
  pdf = null,
  children,
}: {
  title: string
  document: LegalDocument
  pdf?: string | null
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Card className="grid gap-3 text-sm text-ink-2 sm:p-6">
      <CardHeader title={title} className="!mb-0" />
      <p>
        <a href={url} target="_blank" rel="noreferrer" className="text-link">
          {t(($) => $.legal.read, { version })}
        </a>
        {pdf === null ? null : (
          <>
            {' · '}
            <a href={pdf} target="_blank" rel="noreferrer" className="text-link">
              {t(($) => $.legal.pdf)}
            </a>
          </>
        )}
        {since === undefined ? null : (
          <>
            {' '}
            {t(($) => $.legal.since)} <Moment at={`${since}T12:00:00.000Z`} show="day" />
          </>
        )}
      </p>
      {children}
    </Card>
  )
}
