import { useSite } from '@bollard/site-kit'
import { ButtonLink, Card, Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, Link, useLocation, useParams, useRouteError } from 'react-router'
import { WhoMay } from './needs-role.tsx'
import { Page } from './page.tsx'

/** What stands in the place of a page that cannot be shown; the navigation stays. */
export function PageFailure() {
  const { t } = useTranslation()
  const { language, requestId } = useSite()
  const { pathname, search } = useLocation()
  const { solutionId, organizationId } = useParams()
  const isInPlace = (solutionId ?? organizationId) !== undefined
  const error = useRouteError()
  const failure = isRouteErrorResponse(error) ? error : null
  const words = wordsFor(failure?.status ?? 500)
  const title = t(($) => $.failure[words.title])
  const reference = requestIdOf(failure?.data) ?? requestId
  return (
    <Page title={title}>
      <Card className="mt-7 grid max-w-[44rem] gap-4 !p-8">
        <span aria-hidden="true" className="grid size-11 place-items-center rounded-md bg-doubt-wash text-doubt">
          <Icon name="alert" className="size-5" />
        </span>
        <h1 className="text-xl">{title}</h1>
        <p className="text-ink-2">
          {isInPlace && failure?.status === 403 ? (
            <WhoMay>{t(($) => $.failure[words.text])}</WhoMay>
          ) : (
            t(($) => $.failure[words.text])
          )}
        </p>
        <div className="flex flex-wrap gap-3 pt-1">
          {words.retry ? (
            <ButtonLink variant="primary" href={`${pathname}${search}`}>
              <Icon name="refresh" />
              {t(($) => $.failure.retry)}
            </ButtonLink>
          ) : null}
          <ButtonLink asChild variant={words.retry ? 'line' : 'primary'}>
            <Link to={`/${language}/dashboard`}>{t(($) => $.failure.home)}</Link>
          </ButtonLink>
        </div>
        {words.retry ? (
          <p className="text-xs text-ink-3">
            {t(($) => $.failure.requestId, { requestId: reference })}{' '}
            <Link
              to={`/${language}/support?topic=TECHNICAL&reference=${encodeURIComponent(reference)}`}
              className="text-link"
            >
              {t(($) => $.failure.support)}
            </Link>
          </p>
        ) : null}
      </Card>
    </Page>
  )
}

function wordsFor(status: number) {
  if (status === 404) return { title: 'notFoundTitle', text: 'notFound', retry: false } as const
  if (status === 403) return { title: 'forbiddenTitle', text: 'forbidden', retry: false } as const
  if (status === 503 || status === 429) return { title: 'title', text: 'text', retry: true } as const
  return { title: 'brokenTitle', text: 'broken', retry: true } as const
}

function requestIdOf(data: unknown): string | null {
  return typeof data === 'object' && data !== null && 'requestId' in data && typeof data.requestId === 'string'
    ? data.requestId
    : null
}
