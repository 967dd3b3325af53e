import { SideFrame, SiteNotifications, TimeZoneProvider, useSite } from '@bollard/site-kit'
import { apiOf, load, requireUser, scopeOf } from '@bollard/site-kit/server'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, type ShouldRevalidateFunctionArgs, useLocation, useParams } from 'react-router'
import { putAsideIn } from '../frame/put-aside-cookie.ts'
import { useCurrentSolution } from '../frame/use-current-solution.ts'
import type { SignedIn } from '../frame/use-signed-in.ts'
import { SearchProvider } from '../frame/search-context.ts'
import { MailsReturnNotice } from '../frame/mails-return-notice.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Navigation } from './navigation.tsx'
import { Palette } from './palette/palette.tsx'
import { PageProgress } from './page-progress.tsx'
import { SidebarHead } from './sidebar-head.tsx'
import { useEngineSeeding } from './use-engine-seeding.ts'
import { type NewSecret, NewSecretProvider } from '../solution/secret-key/new-secret.ts'
import { serverLanguageOf } from '../solution/set-up/server-language-cookie.ts'
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
  const { user, solutions, timeZone, mailsReturn, putAside } = loaderData
  const { solutionId } = useParams()
  const { t } = useTranslation()
  const { language } = useSite()
  // A page that could not be loaded still belongs to its solution, which the list knows too.
  const loaded = useCurrentSolution()
  const solution = loaded ?? solutions.find(({ id }) => id === solutionId) ?? null
  const { pathname } = useLocation()
  const [isSearching, setSearching] = useState(false)
  const search = useCallback(() => setSearching(true), [])
  const [newSecret, setNewSecret] = useState<NewSecret | null>(null)
  const keeper = useMemo(
    () => ({ shown: newSecret?.address === pathname ? newSecret : null, remember: setNewSecret }),
    [newSecret, pathname],
  )

  useEngineSeeding(user.isOperator, language)

  return (
    <TimeZoneProvider zone={timeZone}>
      <SearchProvider value={search}>
        <SiteNotifications>
          <PageProgress />
          <SideFrame
            label={t(($) => $.nav.menu)}
            closeLabel={t(($) => $.nav.closeMenu)}
            head={<SidebarHead solutions={solutions} current={solution} />}
            nav={<Navigation current={solution} />}
            foot={<AccountMenu user={user} />}
          >
            <NewSecretProvider value={keeper}>
              {mailsReturn && !putAside.includes('mails') ? <MailsReturnNotice email={user.email} /> : null}
              <Outlet />
            </NewSecretProvider>
          </SideFrame>
          <Palette solutions={solutions} current={solution} isOpen={isSearching} onOpenChange={setSearching} />
        </SiteNotifications>
      </SearchProvider>
    </TimeZoneProvider>
  )
}
