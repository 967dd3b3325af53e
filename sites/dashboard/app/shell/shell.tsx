import { SiteNotifications, useSite } from '@bollard/site-kit'
import { apiOf, load, requireUser, scopeOf } from '@bollard/site-kit/server'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Outlet, type ShouldRevalidateFunctionArgs, useLocation, useParams } from 'react-router'
import { putAsideIn } from '../frame/put-aside-cookie.ts'
import { useCurrentSolution } from '../frame/use-current-solution.ts'
import type { SignedIn } from '../frame/use-signed-in.ts'
import { MenuProvider } from '../frame/menu-context.ts'
import { ViewNotice } from '../frame/view-notice.tsx'
import { MailsReturnNotice } from '../frame/mails-return-notice.tsx'
import { Palette } from './palette/palette.tsx'
import { PageProgress } from './page-progress.tsx'
import { Sidebar } from './sidebar.tsx'
import { useEngineSeeding } from './use-engine-seeding.ts'
import { type NewSecret, NewSecretProvider } from '../solution/secret-key/new-secret.ts'
import { serverLanguageOf } from '../solution/set-up/server-language-cookie.ts'
import { TimeZoneProvider } from '../words/time-zone.tsx'
import type { Route } from './+types/shell.ts'

/** More than this many are found through the list of all solutions. */
const inSwitcher = 100

export async function loader({ request, context }: Route.LoaderArgs): Promise<SignedIn> {
  const [user, { items }] = await Promise.all([
    requireUser(context, request),
    load(context, request, apiOf(context, request).listSolutions({ limit: inSwitcher })),
  ])
  return {
    user: { id: user.id, givenName: user.givenName, email: user.email, isOperator: user.isAdmin },
    mailsReturn: user.mailsReturn ?? false,
    view: user.view ?? null,
    solutions: items.map(({ id, label, managementOrganization, item, myRole }) => ({
      id,
      label,
      managementOrganization,
      item,
      myRole,
    })),
    timeZone: user.timezone,
    putAside: putAsideIn(request.headers.get('cookie')),
    apiKeysFor: scopeOf(context, request).site.apiKeysFor ?? 'operators',
    serverLanguage: serverLanguageOf(request.headers.get('cookie')),
  }
}

/** Who one is and what one has changes through forms that were accepted, not by going from page to page. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod !== undefined && formMethod !== 'GET' && defaultShouldRevalidate
}

export default function Shell({ loaderData }: Route.ComponentProps) {
  const { user, solutions, timeZone, mailsReturn, putAside, view } = loaderData
  const { solutionId } = useParams()
  const { language } = useSite()
  // A page that could not be loaded still belongs to its solution, which the list knows too.
  const loaded = useCurrentSolution()
  const solution = loaded ?? solutions.find(({ id }) => id === solutionId) ?? null
  const { pathname } = useLocation()
  // The menu of a small window is open on one page; going to another closes it.
  const [openOn, setOpenOn] = useState<string | null>(null)
  const isOpen = openOn === pathname
  const [isSearching, setSearching] = useState(false)
  const menu = useMemo(() => ({ open: () => setOpenOn(pathname), search: () => setSearching(true) }), [pathname])
  const body = useRef<HTMLDivElement>(null)
  const [newSecret, setNewSecret] = useState<NewSecret | null>(null)
  const keeper = useMemo(
    () => ({ shown: newSecret?.address === pathname ? newSecret : null, remember: setNewSecret }),
    [newSecret, pathname],
  )

  useFocusOnNewPage(pathname)
  useEngineSeeding(user.isOperator, language)
  const close = () => {
    setOpenOn(null)
    // Only once the page is no longer inert can its button take the focus back.
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>('[data-menu-button]')?.focus())
  }

  return (
    <TimeZoneProvider zone={timeZone}>
      <MenuProvider value={menu}>
        <SiteNotifications>
          <PageProgress />
          <div className="min-h-dvh lg:grid lg:grid-cols-[248px_minmax(0,1fr)]">
            <Sidebar user={user} solutions={solutions} current={solution} open={isOpen} onClose={close} />
            <div ref={body} inert={isOpen} className="min-w-0">
              <NewSecretProvider value={keeper}>
                {view ? <ViewNotice view={view} user={user} /> : null}
                {mailsReturn && !putAside.includes('mails') ? <MailsReturnNotice email={user.email} /> : null}
                <Outlet />
              </NewSecretProvider>
            </div>
          </div>
          <Palette solutions={solutions} current={solution} isOpen={isSearching} onOpenChange={setSearching} />
        </SiteNotifications>
      </MenuProvider>
    </TimeZoneProvider>
  )
}

/** After going to another page without reloading, reading goes on at its content. */
function useFocusOnNewPage(pathname: string): void {
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    // A menu that was open on a phone is still closing, and the page behind it still inert.
    requestAnimationFrame(() => {
      // The search may have been opened meanwhile. Coming back to it would mark what is typed there, and the next letter replace it.
      if (document.querySelector('[role=dialog]') === null)
        document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
    })
  }, [pathname])
}
