import { LanguageSwitcher, ThemeToggle, useNonce, useSite } from '@bollard/site-kit'
import { consentOf } from '@bollard/site-kit/server'
import { ButtonLink, Icon, Logo } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { VisitorConsent } from '../consent/visitor-consent.tsx'
import { broughtBy } from '../consent/answer-consent.server.ts'
import type { Route } from './+types/site-shell.ts'
import { SiteFooter } from './site-footer.tsx'

export const loader = ({ request }: Route.LoaderArgs) => ({
  consent: consentOf(request),
  click: broughtBy(request),
})

/** Header, page, footer: the public shell. */
export default function SiteShell({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const nonce = useNonce()
  const home = `/${language}/products/captcha`
  const links = [
    { href: `${home}#set-up`, text: t(($) => $.nav.setUp) },
    { href: `${home}#how`, text: t(($) => $.nav.how) },
    { href: `${home}#limits`, text: t(($) => $.nav.limits) },
    { href: `${urls.docs}/${language}`, text: t(($) => $.structure.documentation) },
  ]
  return (
    <>
      <script type="module" src={`${urls.api}/widget.js`} nonce={nonce} async />
      <VisitorConsent {...loaderData} />
      <header className="mx-auto flex h-[72px] max-w-[1180px] items-center gap-3 px-5 sm:px-8">
        <a href={home} aria-label={t(($) => $.structure.home)} className="rounded-sm">
          <Logo name="Bollard" />
        </a>
        <nav aria-label={t(($) => $.nav.label)} className="ml-6 hidden gap-[26px] font-[470] text-ink-2 lg:flex">
          {links.map(({ href, text }) => (
            <a key={href} href={href} className="rounded-sm py-2 hover:text-ink">
              {text}
            </a>
          ))}
        </nav>
        <span className="flex-1" />
        <span className="hidden items-center gap-2 sm:flex">
          <LanguageSwitcher />
          <ThemeToggle />
        </span>
        <a href={`${urls.identity}/${language}/sign-in`} className="hidden rounded-sm px-2 py-2 font-[500] sm:block">
          {t(($) => $.nav.signIn)}
        </a>
        <ButtonLink variant="ink" size="dense" href={`${urls.identity}/${language}/sign-up`}>
          {t(($) => $.nav.start)}
        </ButtonLink>
        <details className="relative lg:hidden">
          <summary
            aria-label={t(($) => $.nav.menu)}
            className="grid size-11 cursor-pointer list-none place-items-center rounded-md [&::-webkit-details-marker]:hidden"
          >
            <Icon name="menu" className="size-5" />
          </summary>
          <nav
            aria-label={t(($) => $.nav.menu)}
            className="absolute right-0 z-20 grid w-64 gap-1 rounded-lg border border-line bg-surface p-3 shadow-float"
          >
            {links.map(({ href, text }) => (
              <a key={href} href={href} className="flex min-h-11 items-center rounded-sm px-3 hover:bg-sunken">
                {text}
              </a>
            ))}
            <a
              href={`${urls.identity}/${language}/sign-in`}
              className="flex min-h-11 items-center rounded-sm px-3 hover:bg-sunken sm:hidden"
            >
              {t(($) => $.nav.signIn)}
            </a>
            <span className="flex items-center gap-2 border-t border-line px-3 pt-3 sm:hidden">
              <LanguageSwitcher />
              <ThemeToggle />
            </span>
          </nav>
        </details>
      </header>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter />
    </>
  )
}
