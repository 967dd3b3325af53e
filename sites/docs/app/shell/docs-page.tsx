import type { ContentsEntry } from '@bollard/content'
import { type Language, locales } from '@bollard/i18n'
import { PageHead, pathWithoutLanguage, useSite } from '@bollard/site-kit'
import { ContentsAside, ContentsMenu, CopyPage, HelpfulForm } from '@bollard/site-kit/reading'
import { Icon } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useRouteLoaderData } from 'react-router'
import { sectionOf } from '../pages/sections.ts'
import type { loader } from './docs-shell.tsx'

export interface DocsPageProps {
  title: string
  /** One sentence; search engines show it, and it stands below the title unless there is a longer `lead`. */
  description: string
  lead?: string
  /** Language of title and text, where it is not that of the page around them. */
  language?: Language
  /** The headings below, for the table of contents. */
  contents?: readonly ContentsEntry[]
  /** When it last changed, ISO 8601. */
  modified?: string | null
  /** Where its source can be changed. */
  editUrl?: string | null
  children: ReactNode
}

/** One page of the documentation: where it is, what it says, what comes before and after. A page that lists name has its Markdown beside it. */
export function DocsPage({
  title,
  description,
  lead = description,
  language,
  contents = [],
  modified,
  editUrl,
  children,
}: DocsPageProps) {
  const { t } = useTranslation()
  const site = useSite()
  const path = pathWithoutLanguage(useLocation().pathname)
  const section = sectionOf(path)
  const pages = useRouteLoaderData<typeof loader>('shell/docs-shell')?.navigation.flatMap((one) => one.pages) ?? []
  const at = pages.findIndex((page) => page.path === path)
  const isListed = at !== -1
  const twin = `/${site.language}${path}.md`
  return (
    <div className="flex gap-10 px-4 pt-6 pb-14 sm:px-6 lg:px-12 lg:pt-8">
      <PageHead title={`${title} · ${t(($) => $.meta.suffix)}`} description={description} />
      {isListed ? <link rel="alternate" type="text/markdown" href={twin} /> : null}
      <main id="content" tabIndex={-1} className="min-w-0 flex-1 xl:max-w-[54rem]">
        {section === null ? null : (
          <nav aria-label={t(($) => $.page.breadcrumbs)} data-no-print className="mb-3 text-sm text-ink-2">
            <ol className="flex flex-wrap items-center gap-1.5">
              <li>
                <a href={`/${site.language}`} className="inline-flex items-center hover:text-ink touch:min-h-11">
                  {t(($) => $.nav.docs)}
                </a>
              </li>
              <li className="flex items-center gap-1.5">
                <Icon name="chevron-right" className="size-3 text-ink-3" />
                {t(($) => $.sections[section])}
              </li>
            </ol>
          </nav>
        )}
        <article lang={language === undefined || language === site.language ? undefined : language}>
          <h1 className="text-[2rem] leading-[1.12] sm:text-[2.4rem]">{title}</h1>
          <p className="mt-3 max-w-[44rem] text-lg text-ink-2">{lead}</p>
          {isListed ? <CopyPage twin={twin} /> : null}
          <ContentsMenu contents={contents} />
          <div className="mt-8">{children}</div>
        </article>
        {isListed ? (
          <div className="mt-14 grid gap-8 border-t border-line pt-6">
            <div className="flex flex-wrap items-center gap-x-8 gap-y-3 text-sm text-ink-2">
              <HelpfulForm path={path} />
              <span className="flex flex-wrap items-center gap-x-5 sm:ms-auto">
                {modified ? (
                  <span>
                    {t(($) => $.page.modified)} <time dateTime={modified}>{dateOf(modified, site.language)}</time>
                  </span>
                ) : null}
                {editUrl ? (
                  <a href={editUrl} data-no-print className="text-link inline-flex items-center touch:min-h-11">
                    {t(($) => $.page.edit)}
                  </a>
                ) : null}
              </span>
            </div>
            <nav aria-label={t(($) => $.page.neighbours)} data-no-print className="grid gap-3 sm:grid-cols-2">
              <Neighbour page={pages[at - 1]} kind="previous" />
              <Neighbour page={pages[at + 1]} kind="next" />
            </nav>
          </div>
        ) : null}
      </main>
      <ContentsAside contents={contents} />
    </div>
  )
}

function Neighbour({ page, kind }: { page: { path: string; title: string } | undefined; kind: 'previous' | 'next' }) {
  const { t } = useTranslation()
  const { language } = useSite()
  if (page === undefined) return <span className="max-sm:hidden" />
  const isNext = kind === 'next'
  return (
    <a
      href={`/${language}${page.path}`}
      rel={isNext ? 'next' : 'prev'}
      className={`flex min-h-16 flex-col justify-center rounded-md border border-line bg-surface px-4 py-3 hover:border-ink-3 ${isNext ? 'sm:items-end sm:text-end' : ''}`}
    >
      <span className="flex items-center gap-1.5 text-xs text-ink-3">
        {isNext ? null : <Icon name="arrow-left" className="size-3" />}
        {t(($) => $.page[kind])}
        {isNext ? <Icon name="arrow-right" className="size-3" /> : null}
      </span>
      <span className="font-[560]">{page.title}</span>
    </a>
  )
}

function dateOf(time: string, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time))
}
