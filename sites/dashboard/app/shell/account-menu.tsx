import { LanguageLinks, useSite } from '@bollard/site-kit'
import { Disclosure, Icon, panelRow } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { NotificationHistory } from './notification-history.tsx'
import { ThemeChoice } from './theme-choice.tsx'

/** Leads to what belongs to the person; places that this installation has no site for are left out. */
export function AccountMenu({ user }: { user: { givenName: string; email: string; isOperator: boolean } }) {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  return (
    <Disclosure
      label={t(($) => $.account.label, { name: user.givenName })}
      buttonClass="flex min-h-11 items-center gap-2.5 rounded-md px-2 py-1.5 hover:bg-sunken"
      panelClass="bottom-full start-0 mb-1.5 w-full"
      button={
        <>
          <span
            aria-hidden="true"
            className="grid size-8 shrink-0 place-items-center rounded-post bg-amber font-display text-sm font-bold text-on-amber"
          >
            {initialOf(user.givenName)}
          </span>
          <span className="me-auto min-w-0 truncate text-sm font-[520]">{user.givenName}</span>
          <Icon name="chevrons-up-down" className="size-3.5 text-ink-3" />
        </>
      }
    >
      <div data-commands={t(($) => $.account.place)} className="contents">
        <p className="px-2.5 pt-1.5 pb-1 text-xs text-ink-3">
          {t(($) => $.account.signedInAs)}
          <span className="block truncate text-sm text-ink">{user.email}</span>
        </p>
        <Link className={panelRow} to={`/${language}/captchas`}>
          <Icon name="list" className="size-4 text-ink-3" />
          {t(($) => $.account.myCaptchas)}
        </Link>
        <a className={panelRow} href={`${urls.identity}/${language}/account`}>
          <Icon name="user" className="size-4 text-ink-3" />
          {t(($) => $.account.profile)}
        </a>
        <a className={panelRow} href={`${urls.docs}/${language}`}>
          <Icon name="info" className="size-4 text-ink-3" />
          {t(($) => $.account.documentation)}
        </a>
        <NotificationHistory />
        <Link className={panelRow} to={`/${language}/support`}>
          <Icon name="mail" className="size-4 text-ink-3" />
          {t(($) => $.support.title)}
        </Link>
        {!user.isOperator ? null : (
          <a className={panelRow} href={`${urls.admin}/${language}`}>
            <Icon name="settings" className="size-4 text-ink-3" />
            {t(($) => $.account.admin)}
          </a>
        )}
        <div className="my-1 grid gap-2 border-y border-line px-2.5 py-2.5">
          {/* In wide windows it stands in the bar, as on the other sites. */}
          <p className="text-xs text-ink-3 sm:hidden">{t(($) => $.account.language)}</p>
          <div data-command-group={t(($) => $.account.language)} className="contents">
            <LanguageLinks className="mb-1 justify-self-start sm:!hidden" />
          </div>
          <p data-needs-js className="text-xs text-ink-3">
            {t(($) => $.account.theme)}
          </p>
          <div data-command-group={t(($) => $.account.theme)} className="contents">
            <ThemeChoice />
          </div>
        </div>
        <form method="post" action={`/${language}/sign-out`}>
          <button type="submit" className={panelRow}>
            <Icon name="sign-out" className="size-4 text-ink-3" />
            {t(($) => $.account.signOut)}
          </button>
        </form>
      </div>
    </Disclosure>
  )
}

/** The first letter as people write it, not half of one. */
function initialOf(name: string): string {
  return (Array.from(name.trim())[0] ?? '·').toLocaleUpperCase()
}
