import { PageHead, PlainHeader, TimeZoneProvider, useSite } from '@bollard/site-kit'
import { apiOf, attempt } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import { ZoneNote } from '../words/zone-note.tsx'
import { monthInWords } from './months.ts'
import { ReportBody } from './report-body.tsx'
import type { Route } from './+types/shared-report.ts'

/** Who has the address reads it, so it is in no index, and tells nobody where its readers go next. */
export function headers() {
  return { 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' }
}

/** For whoever has the link, who need not have an account. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const token = params.token
  const answer = /^[\w-]{43}$/u.test(token) ? await attempt(apiOf(context, request).getSharedReport({ token })) : null
  if (answer === null) return data({ report: null }, { status: 404 })
  return answer.ok ? data({ report: answer.value }) : data({ report: null }, { status: answer.problem.status })
}

export default function SharedReport({ loaderData: { report } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const words = t(($) => $.jointReport, { returnObjects: true })
  const title = report?.solution.label ?? words.goneTitle
  return (
    <div className="flex min-h-dvh flex-col">
      <PageHead hidden title={t(($) => $.pageTitle, { page: title })} />
      <PlainHeader />
      <main
        className="mx-auto grid w-full max-w-[56rem] flex-1 content-start gap-5 px-5 pb-24 sm:px-8"
        id="content"
        tabIndex={-1}
      >
        <h1 className="text-2xl">{title}</h1>
        {report === null ? (
          <p className="text-lg text-ink-2">{words.gone}</p>
        ) : (
          <TimeZoneProvider zone={report.timeZone}>
            <p className="text-lg text-ink-2">{monthInWords(report.month, language)}</p>
            <ReportBody report={report} />
            <ZoneNote />
          </TimeZoneProvider>
        )}
      </main>
    </div>
  )
}
