import {
  LanguageLinks,
  LanguageSwitcher,
  ModuleScript,
  pathWithoutLanguage,
  publicOrigin,
  ThemeToggle,
  useSite,
} from '@bollard/site-kit'
import { consentOf, pageAddress, scopeOf } from '@bollard/site-kit/server'
import { ButtonLink, classNames, Icon, Logo } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { VisitorConsent } from '../consent/visitor-consent.tsx'
import { PageReports } from '../measuring/page-reports.tsx'
import { reportsOf } from '../measuring/reports-of.server.ts'
import { broughtBy } from '../consent/answer-consent.server.ts'
import { JsonLd } from '../page/json-ld.tsx'
import { organizationOf } from '../operator/operator-values.server.ts'
import type { Route } from './+types/site-shell.ts'
import { existingPaths } from '../site-map/existing-pages.server.ts'
import { pageSectionOf } from '../site-map/page-section.ts'
import { sideListOf } from './side-lists.server.ts'
import { SideNavigation } from './side-navigation.tsx'
import { SiteFooter } from './site-footer.tsx'
import menuIsland from './site-menu.island.ts?worker&url'
import { MenuNavigation, TopNavigation } from './top-navigation.tsx'
import { SiteToasts } from '../toasts/site-toasts.tsx'

export const loader = ({ request, context }: Route.LoaderArgs) => {
  const { site, language } = scopeOf(context, request)
  return {
    consent: consentOf(request),
    click: broughtBy(request),
    reports: reportsOf(site, request),
    existing: existingPaths(site),
    side: sideListOf(site, language, pageAddress(request).pathname),
    organization: organizationOf(site, language),
    sourceUrl: site.sourceUrl ?? null,
    statusUrl: site.statusUrl ?? null,
  }
}

/** Header, page, footer: the public shell. Pages of a section with many stand beside the list of them. */
export default function SiteShell({ loaderData }: Route.ComponentProps) {
  const { urls } = useSite()
  const { consent, click, reports, existing, side, organization, sourceUrl, statusUrl } = loaderData
  return (
    <>
      {/* Texts have no form that it would protect. */}
      {side === null ? <ModuleScript src={`${urls.api}/widget.js`} /> : null}
      <VisitorConsent consent={consent} click={click} />
      <PageReports reports={reports} />
      <SiteHeader existing={existing} isWide={side !== null} />
      {side === null ? (
        <main id="content" tabIndex={-1}>
          <Outlet />
        </main>
      ) : (
        <div className="mx-auto flex max-w-[1360px] flex-col px-5 sm:px-8 lg:flex-row lg:gap-10">
          <SideNavigation list={side} />
          <main id="content" tabIndex={-1} className="min-w-0 flex-1">
            <Outlet />
          </main>
        </div>
      )}
      <SiteFooter existing={existing} sourceUrl={sourceUrl} statusUrl={statusUrl} />
      <SiteToasts />
      <SiteFacts organization={organization} />
      <SectionHead />
    </>
  )
}

/** `isWide` where a list stands beside the page, which then reaches as far. */
function SiteHeader({ existing, isWide }: { existing: ReadonlySet<string>; isWide: boolean }) {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const signIn = `${urls.identity}/${language}/sign-in`
  const signUp = `${urls.identity}/${language}/sign-up`
  return (
    <site-menu data-no-print className="relative z-20 block overflow-x-clip xl:overflow-visible">
      <header
        className={classNames(
          'mx-auto flex h-[72px] items-center gap-3 px-5 sm:px-8',
          isWide ? 'max-w-[1360px]' : 'max-w-[1180px]',
        )}
      >
        <a
          href={`/${language}/products/captcha`}
          aria-label={t(($) => $.structure.home)}
          className="flex items-center rounded-sm touch:min-h-11"
        >
          <Logo name="Bollard" />
        </a>
        <TopNavigation existing={existing} />
        <span className="flex-1" />
        <span className="hidden items-center gap-2 sm:flex">
          <LanguageSwitcher />
          <ThemeToggle />
        </span>
        <a href={signIn} className="hidden rounded-sm px-2 py-2 font-[500] sm:block">
          {t(($) => $.nav.signIn)}
        </a>
        <ButtonLink variant="ink" size="dense" href={signUp} className="max-[359px]:hidden">
          {t(($) => $.nav.start)}
        </ButtonLink>
        <details data-menu className="site-menu xl:hidden">
          <summary
            aria-label={t(($) => $.nav.menu)}
            className="grid size-11 list-none place-items-center rounded-md [&::-webkit-details-marker]:hidden"
          >
            <Icon name="menu" className="size-5" />
          </summary>
          <div className="site-menu-frame">
            <div className="site-menu-panel ms-auto max-h-[calc(100dvh-72px)] w-[min(22rem,100%)] overflow-y-auto overscroll-contain border-b border-s border-line bg-surface p-4 shadow-float">
              <MenuNavigation existing={existing} />
              <MenuEnd>
                <a
                  href={signUp}
                  className="hidden min-h-11 items-center rounded-sm px-3 hover:bg-sunken max-[359px]:flex"
                >
                  {t(($) => $.nav.start)}
                </a>
                <a href={signIn} className="flex min-h-11 items-center rounded-sm px-3 hover:bg-sunken">
                  {t(($) => $.nav.signIn)}
                </a>
                <span className="flex items-center gap-2 px-3">
                  <LanguageLinks />
                  <ThemeToggle />
                </span>
              </MenuEnd>
            </div>
          </div>
        </details>
      </header>
      <ModuleScript src={menuIsland} />
    </site-menu>
  )
}

/** What the header shows itself where it has more room. */
function MenuEnd({ children }: { children: ReactNode }) {
  return <div className="mt-3 grid gap-2 border-t border-line pt-3 sm:hidden">{children}</div>
}

/** Where in the site the page is: its picture says so. */
function SectionHead() {
  const { t } = useTranslation()
  const section = pageSectionOf(pathWithoutLanguage(useLocation().pathname))
  if (section === null) return null
  const name =
    section.kind === 'page' ? t(($) => $.shell.pages[section.page]) : t(($) => $.shell.columns[section.column])
  return <meta property="article:section" content={name} />
}

/** Who speaks here, for search engines: the site, and its operator where that is known. */
function SiteFacts({ organization }: { organization: Readonly<Record<string, unknown>> | null }) {
  const site = useSite()
  const origin = publicOrigin(site)
  return (
    <>
      <JsonLd
        data={{
          '@type': 'WebSite',
          name: 'Bollard',
          url: `${origin}/${site.language}`,
          inLanguage: site.language,
        }}
      />
      {organization === null ? null : <JsonLd data={organization} />}
    </>
  )
}
