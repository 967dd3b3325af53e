import { LanguageSwitcher, ThemeToggle, useSite } from '@bollard/site-kit'
import { Logo } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'

/** A wider shell than the forms have: rows and letters need the room. */
export default function MailboxShell() {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <>
      <header className="mx-auto flex w-full max-w-[60rem] items-center gap-3 px-4 py-4 sm:px-8">
        <a href={`/${language}`} aria-label={t(($) => $.structure.home)} className="mr-auto rounded-sm">
          <Logo name="Bollard" />
        </a>
        <LanguageSwitcher />
        <ThemeToggle />
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-[60rem] grid-cols-[minmax(0,1fr)] gap-6 px-4 pt-4 pb-16 sm:px-8"
      >
        <Outlet />
      </main>
    </>
  )
}
