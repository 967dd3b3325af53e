import { ProblemAlert, useIsSending, useSite } from '@bollard/site-kit'
import {
  apiOf,
  attempt,
  load,
  pageAddress,
  proveFactorRedirect,
  requireUser,
  safeReturnTo,
  scopeOf,
} from '@bollard/site-kit/server'
import { Button } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, redirect } from 'react-router'
import { EntryPage } from './entry-page.tsx'
import { StrangerPage } from './stranger-page.tsx'
import type { Route } from './+types/open.ts'

/**
 * Opens the site: for an administrator with a second factor that was given within the last ten minutes. Everybody else is told what is
 * missing.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const user = await requireUser(context, request)
  if (!user.isAdmin) return data({ state: 'stranger' } as const, { status: 403 })
  const security = await load(context, request, apiOf(context, request).getSecurity())
  if (security.totp === null && security.passkeys.length === 0) return { state: 'no-factor' } as const
  if (security.provenUntil === null) throw proveFirst(request, context)
  return { state: 'ready' } as const
}

export async function action({ request, context }: Route.ActionArgs) {
  const { site, language } = scopeOf(context, request)
  const opened = await attempt(apiOf(context, request).openOperatorSession())
  if (opened.ok) {
    const returnTo = safeReturnTo(new URL(request.url).searchParams.get('returnTo'), site.urls)
    throw redirect(returnTo ?? `${site.urls.admin}/${language}/overview`)
  }
  const { problem } = opened
  if (problem.status === 401 && problem.code !== 'step-up-required') await requireUser(context, request)
  if (problem.code === 'step-up-required' || problem.code === 'second-factor-needed') throw proveFirst(request, context)
  return data({ problem }, { status: problem.status })
}

function proveFirst(request: Request, context: Route.LoaderArgs['context']): Response {
  const { pathname, search } = pageAddress(request)
  return proveFactorRedirect(scopeOf(context, request), `${pathname}${search}`)
}

export default function Open({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const isSending = useIsSending()
  if (loaderData.state === 'stranger') return <StrangerPage />
  if (loaderData.state === 'no-factor')
    return (
      <EntryPage
        title={t(($) => $.entry.noFactorTitle)}
        action={{ href: `${urls.identity}/${language}/account/security`, label: t(($) => $.entry.setUp) }}
      >
        {t(($) => $.entry.noFactor)}
      </EntryPage>
    )
  return (
    <EntryPage title={t(($) => $.entry.title)}>
      <p>{t(($) => $.entry.text)}</p>
      <ProblemAlert problem={actionData?.problem ?? null} />
      <Form method="post">
        <Button type="submit" variant="primary" aria-disabled={isSending}>
          {isSending ? t(($) => $.entry.opening) : t(($) => $.entry.open)}
        </Button>
      </Form>
    </EntryPage>
  )
}
