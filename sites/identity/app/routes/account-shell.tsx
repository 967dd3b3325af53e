import { PlainHeader, useSite } from '@bollard/site-kit'
import { requireUser } from '@bollard/site-kit/server'
import { ButtonLink, Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation } from 'react-router'
import { AccountMenu } from '../account/account-menu.tsx'
import { MailsReturnAlert } from '../account/mails-return-alert.tsx'
import type { Route } from './+types/account-shell.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { email, mailsReturn = false } = await requireUser(context, request)
  return { email, mailsReturn }
}

/** Around all pages of one's own account: the menu beside them, and on a phone a way back to the overview, which is the menu there. */
export default function AccountShell({ loaderData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const { pathname } = useLocation()
  const overview = `/${params.language}/account`
  return (
    <div className="mx-auto w-full max-w-[68rem]">
      <PlainHeader home={`${urls.website}/${language}`} className="px-4 py-4 print:hidden sm:px-8" />
      <div className="grid gap-x-12 gap-y-5 px-4 pt-3 pb-20 print:block sm:px-8 lg:grid-cols-[15rem_minmax(0,1fr)] lg:pt-8">
        <aside className="print:hidden max-lg:hidden">
          <div className="sticky top-8 grid gap-5">
            <p className="grid gap-0.5 px-3">
              <span className="text-xs text-ink-3">{t(($) => $.account.signedInAs)}</span>
              <span className="text-sm font-[560] break-words">{loaderData.email}</span>
            </p>
            <AccountMenu />
            <div className="grid gap-2 border-t border-line pt-5">
              <ButtonLink size="dense" href={`${urls.dashboard}/${language}/dashboard`}>
                <Icon name="arrow-left" />
                {t(($) => $.account.toDashboard)}
              </ButtonLink>
              <ButtonLink size="dense" variant="quiet" asChild>
                <Link to={`/${params.language}/sign-out`}>
                  <Icon name="sign-out" />
                  {t(($) => $.account.signOut)}
                </Link>
              </ButtonLink>
            </div>
          </div>
        </aside>
        {pathname.replace(/\/$/u, '') === overview ? null : (
          <nav aria-label={t(($) => $.account.menu)} className="print:hidden lg:hidden">
            <Link
              to={overview}
              className="inline-flex min-h-11 w-fit items-center gap-1.5 text-sm text-ink-2 hover:text-ink"
            >
              <Icon name="arrow-left" />
              {t(($) => $.account.back)}
            </Link>
          </nav>
        )}
        <main id="content" tabIndex={-1} className="grid max-w-[44rem] min-w-0 content-start gap-6">
          {loaderData.mailsReturn ? (
            <MailsReturnAlert email={loaderData.email} language={params.language ?? language} />
          ) : null}
          <Outlet />
        </main>
      </div>
    </div>
  )
}
