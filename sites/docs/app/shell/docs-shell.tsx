import {
  LanguageLinks,
  LanguageSwitcher,
  ModuleScript,
  pathWithoutLanguage,
  ThemeToggle,
  useSite,
} from '@bollard/site-kit'
import { scopeOf } from '@bollard/site-kit/server'
import { ButtonLink, Icon, Logo } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import island from '../islands/docs-search.ts?worker&url'
// oxlint-disable-next-line import/default -- the address of what Vite makes of it
import dialog from '../islands/search-dialog.ts?worker&url'
import { readNavigation } from '../pages/all-pages.server.ts'
import { sectionOf } from '../pages/sections.ts'
import type { Route } from './+types/docs-shell.ts'
import { DocsFooter } from './docs-footer.tsx'
import { Sidebar } from './sidebar.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  return { navigation: await readNavigation(scopeOf(context, request).language) }
}

/** Bar, sidebar, page and footer of the documentation. */
export default function DocsShell({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const section = sectionOf(pathWithoutLanguage(useLocation().pathname))
  const where = [t(($) => $.nav.docs), ...(section === null ? [] : [t(($) => $.sections[section])])].join(' · ')
  return (
    <>
      {/* The picture of the page says so. */}
      <meta property="article:section" content={where} />
      <header data-no-print className="sticky top-0 z-30 border-b border-line bg-paper">
        <div className="mx-auto flex h-16 max-w-[90rem] items-center gap-2 px-4 sm:gap-3 sm:px-6">
          <details data-menu className="lg:hidden">
            <summary
              aria-label={t(($) => $.nav.menu)}
              className="-ms-2 grid size-11 list-none place-items-center rounded-md [&::-webkit-details-marker]:hidden"
            >
              <Icon name="menu" className="size-5" />
            </summary>
            <div className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto overscroll-contain border-b border-line bg-paper px-4 py-4 shadow-float sm:px-6">
              <Sidebar navigation={loaderData.navigation} label={t(($) => $.nav.menu)} />
              <span className="mt-4 flex items-center gap-3 border-t border-line pt-4 sm:hidden">
                <LanguageLinks />
                <a
                  href={`${urls.dashboard}/${language}`}
                  className="ms-auto inline-flex min-h-11 items-center px-2 font-[500]"
                >
                  {t(($) => $.nav.dashboard)}
                </a>
              </span>
            </div>
          </details>
          <a
            href={`/${language}`}
            aria-label={t(($) => $.nav.home)}
            className="flex items-center gap-2.5 rounded-sm touch:min-h-11"
          >
            <Logo name="Bollard" />
            <span className="hidden border-s border-line-strong ps-2.5 text-sm text-ink-2 sm:inline">
              {t(($) => $.nav.docs)}
            </span>
          </a>
          <docs-search data-dialog={dialog} className="mx-auto w-full max-w-[26rem] max-sm:w-auto max-sm:me-0">
            <a
              href={`/${language}/search`}
              className="flex h-[2.375rem] items-center gap-2.5 rounded-md border border-line-strong bg-surface px-3 text-sm text-ink-2 hover:border-ink-3 hover:text-ink touch:h-11"
            >
              <Icon name="search" className="size-4 shrink-0" />
              <span className="me-auto max-sm:sr-only">{t(($) => $.search.label)}</span>
              <kbd
                data-needs-js
                className="rounded-sm border border-line px-1.5 py-0.5 text-xs text-ink-3 max-sm:hidden touch:hidden"
              >
                {t(($) => $.search.shortcut)}
              </kbd>
            </a>
          </docs-search>
          <span className="hidden items-center gap-2 sm:flex">
            <LanguageSwitcher />
          </span>
          <ThemeToggle />
          <ButtonLink variant="ink" size="dense" href={`${urls.dashboard}/${language}`} className="max-sm:!hidden">
            {t(($) => $.nav.dashboard)}
          </ButtonLink>
        </div>
      </header>
      <ModuleScript src={island} />
      <div className="mx-auto flex max-w-[90rem]">
        <aside
          data-no-print
          aria-label={t(($) => $.nav.label)}
          className="sticky top-16 hidden h-[calc(100dvh-4rem)] w-[17.5rem] shrink-0 overflow-y-auto overscroll-contain border-e border-line px-4 py-6 lg:block"
        >
          <Sidebar navigation={loaderData.navigation} label={t(($) => $.nav.pages)} />
        </aside>
        <div className="min-w-0 flex-1">
          <Outlet />
          <DocsFooter />
        </div>
      </div>
    </>
  )
}
