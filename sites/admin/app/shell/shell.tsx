import { SideFrame, SideLink, SiteNotifications, TimeZoneProvider, useSite } from '@bollard/site-kit'
import { Logo } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link, Outlet } from 'react-router'
import type { Operator } from '../frame/use-operator.ts'
import { areas } from './areas.ts'
import { OperatorFoot } from './operator-foot.tsx'
import { operatorContext } from './require-operator.server.ts'
import type { Route } from './+types/shell.ts'

export { ShellFailure as ErrorBoundary } from './shell-failure.tsx'

/** Who operates, and whether they may change anything. */
export function loader({ context }: Route.LoaderArgs): Operator {
  const { user, session } = context.get(operatorContext)
  return {
    user: { id: user.id, givenName: user.givenName, email: user.email },
    timeZone: user.timezone,
    changeMode: session.changeMode,
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
            <section aria-label={t(($) => $.siteName)} className="me-auto min-w-0">
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
