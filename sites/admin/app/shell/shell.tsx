import { SideFrame, SideLink, SiteNotifications, TimeZoneProvider, useSite } from '@bollard/site-kit'
import { apiOf, attempt, openRedirect, requireUser, scopeOf } from '@bollard/site-kit/server'
import { Logo } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Link, Outlet } from 'react-router'
import type { Operator } from '../frame/use-operator.ts'
import { areas } from './areas.ts'
import { OperatorFoot } from './operator-foot.tsx'
import type { Route } from './+types/shell.ts'

export { ShellFailure as ErrorBoundary } from './shell-failure.tsx'

/** Who operates, and whether they may change anything. Whoever is no operator gets no further, and whoever is opens the site first. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<Operator> {
  const scope = scopeOf(context, request)
  const user = await requireUser(context, request)
  const refused = (code: string, status: number) => data({ code, requestId: scope.requestId }, { status })
  if (!user.isAdmin) throw refused('forbidden', 403)
  const session = await attempt(apiOf(context, request).getOperatorSession())
  if (!session.ok) {
    if (session.problem.status === 403) throw openRedirect(scope, request)
    throw refused(session.problem.code, session.problem.status)
  }
  return {
    user: { id: user.id, givenName: user.givenName, email: user.email },
    timeZone: user.timezone,
    changeMode: session.value.changeMode,
  }
}

/** With every page, so that using the site keeps its session alive and the change mode shows as it is. */
export const shouldRevalidate = () => true

export default function Shell({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <TimeZoneProvider zone={loaderData.timeZone}>
      <SiteNotifications>
        <SideFrame
          label={t(($) => $.nav.menu)}
          closeLabel={t(($) => $.nav.closeMenu)}
          head={
            <section aria-label={t(($) => $.siteName)} className="mr-auto min-w-0">
              <Link to={`/${language}/overview`} className="inline-flex min-h-12 items-center rounded-sm px-2">
                <Logo name={t(($) => $.siteName)} />
              </Link>
            </section>
          }
          nav={
            <nav aria-label={t(($) => $.nav.label)} className="grid gap-0.5">
              {areas.map(({ key, icon, path }) => (
                <SideLink key={key} icon={icon} to={`/${language}/${path}`}>
                  {t(($) => $[key].title)}
                </SideLink>
              ))}
            </nav>
          }
          foot={<OperatorFoot user={loaderData.user} />}
        >
          <Outlet />
        </SideFrame>
      </SiteNotifications>
    </TimeZoneProvider>
  )
}
