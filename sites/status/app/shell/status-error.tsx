import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useRouteError } from 'react-router'

/** Instead of a page: there is none, or it cannot be made. */
export function StatusError() {
  const { t } = useTranslation()
  const { requestId } = useSite()
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const words = t(
    ($) => $.error[status === 404 ? 'missing' : status === 503 ? 'away' : status === 403 ? 'foreign' : 'broken'],
    {
      returnObjects: true,
    },
  )
  return (
    <main id="content" tabIndex={-1} className="mx-auto grid min-h-dvh max-w-[44rem] content-center gap-4 px-5 py-16">
      <title>{words.title}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-2xl">{words.title}</h1>
      <p className="text-lg text-ink-2">{words.text}</p>
      {status === 404 ? null : (
        <p className="text-sm text-ink-3">{t(($) => $.structure.error.requestId, { requestId })}</p>
      )}
    </main>
  )
}
