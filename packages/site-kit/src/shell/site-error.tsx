import { Button, ButtonLink } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { MessagePage } from './message-page.tsx'
import { PageHead } from './page-head.tsx'
import { RedirectPage } from './redirect-page.tsx'
import { noLanguage } from '../site/language-path.ts'
import { useSite } from './site-context.tsx'

/** `export { SiteError as ErrorBoundary }` in root.tsx: not found, forbidden, unreachable, or broken. */
export function SiteError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && codeOf(error.data) === noLanguage) return <RedirectPage />
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  return (
    <FailurePage
      status={isRouteErrorResponse(error) ? error.status : 500}
      requestId={isRouteErrorResponse(error) ? requestIdOf(error.data) : null}
      code={isRouteErrorResponse(error) ? codeOf(error.data) : null}
    />
  )
}

/** Says that the page does not exist; goes back in the browser's history, or to the root in this language. */
export function NotFoundPage() {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <>
      <PageHead hidden title={`${t(($) => $.structure.notFound.title)} · Bollard`} />
      <MessagePage
        title={t(($) => $.structure.notFound.title)}
        subtitle={t(($) => $.structure.notFound.subtitle)}
        actions={
          <>
            <ButtonLink variant="primary" href={`/${language}`}>
              {t(($) => $.structure.notFound.home)}
            </ButtonLink>
            <Button data-go-back data-needs-js>
              {t(($) => $.structure.notFound.back)}
            </Button>
          </>
        }
      />
    </>
  )
}

function FailurePage({ status, requestId, code }: { status: number; requestId: string | null; code: string | null }) {
  const { t } = useTranslation()
  const site = useSite()
  const { pathname, search } = useLocation()
  const words = wordsFor(status, code)
  const title = t(($) => $.structure.error[words.title])
  return (
    <>
      <PageHead hidden title={`${title} · Bollard`} />
      <MessagePage
        title={title}
        subtitle={t(($) => $.structure.error[words.subtitle])}
        note={t(($) => $.structure.error.requestId, { requestId: requestId ?? site.requestId })}
        actions={
          <ButtonLink variant="primary" href={`${pathname}${search}`}>
            {t(($) => $.structure.error.retry)}
          </ButtonLink>
        }
      />
    </>
  )
}

function wordsFor(status: number, code: string | null) {
  if (code === 'cross-site-request') return { title: 'crossSiteTitle', subtitle: 'crossSiteSubtitle' } as const
  if (status === 403) return { title: 'forbiddenTitle', subtitle: 'forbiddenSubtitle' } as const
  if (status === 503) return { title: 'unavailableTitle', subtitle: 'unavailableSubtitle' } as const
  return { title: 'title', subtitle: 'subtitle' } as const
}

function requestIdOf(data: unknown): string | null {
  return typeof data === 'object' && data !== null && 'requestId' in data && typeof data.requestId === 'string'
    ? data.requestId
    : null
}

function codeOf(data: unknown): string | null {
  return typeof data === 'object' && data !== null && 'code' in data && typeof data.code === 'string' ? data.code : null
}
