import { useSite } from '@bollard/site-kit'
import { ButtonLink, Card } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { Page, PageTitle } from './page.tsx'

/** What stands in the place of a page that cannot be shown; the navigation stays. */
export function PageFailure() {
  const { t } = useTranslation()
  const { language, requestId } = useSite()
  const { pathname, search } = useLocation()
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const isMissing = status === 404
  const [title, text] = isMissing
    ? [t(($) => $.structure.notFound.title), t(($) => $.structure.notFound.subtitle)]
    : status === 503
      ? [t(($) => $.structure.error.unavailableTitle), t(($) => $.structure.error.unavailableSubtitle)]
      : [t(($) => $.structure.error.title), t(($) => $.structure.error.subtitle)]
  return (
    <Page title={title}>
      <PageTitle title={title} />
      <Card className="grid max-w-[44rem] gap-4">
        <p className="text-ink-2">{text}</p>
        <div>
          <ButtonLink variant="primary" href={isMissing ? `/${language}/overview` : `${pathname}${search}`}>
            {isMissing ? t(($) => $.structure.notFound.home) : t(($) => $.structure.error.retry)}
          </ButtonLink>
        </div>
        {isMissing ? null : (
          <p className="text-xs text-ink-3">{t(($) => $.structure.error.requestId, { requestId })}</p>
        )}
      </Card>
    </Page>
  )
}
