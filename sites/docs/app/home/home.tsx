import { PageHead, useSite } from '@bollard/site-kit'
import { scopeOf } from '@bollard/site-kit/server'
import { Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { listPages } from '../pages/all-pages.server.ts'
import { type Section, sections } from '../pages/sections.ts'
import type { Route } from './+types/home.ts'

export const handle = { hydrate: false, sameForAll: true }

/** So many pages of a section stand on its card; the sidebar has all. */
const shownMax = 5

export async function loader({ request, context }: Route.LoaderArgs) {
  const pages = await listPages(scopeOf(context, request).language)
  return {
    cards: sections.flatMap((section) => {
      const own = pages.filter((page) => page.section === section)
      const shown = own.slice(0, shownMax).map(({ path, title }) => ({ path, title }))
      return own.length === 0 ? [] : [{ section, shown, more: own.length - shown.length }]
    }),
  }
}

/** The start page: what there is to read. */
export default function Home({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <main id="content" tabIndex={-1} className="px-4 pt-8 pb-16 sm:px-6 lg:px-12 lg:pt-12">
      <PageHead title={t(($) => $.meta.title)} description={t(($) => $.meta.description)} />
      <h1 className="max-w-[40rem] text-[2.2rem] leading-[1.08] sm:text-[3rem]">{t(($) => $.home.title)}</h1>
      <p className="mt-4 max-w-[40rem] text-lg text-ink-2">{t(($) => $.home.lead)}</p>
      <ul className="mt-10 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {loaderData.cards.map((card) => (
          <Card key={card.section} {...card} />
        ))}
      </ul>
    </main>
  )
}

function Card({
  section,
  shown,
  more,
}: {
  section: Section
  shown: readonly { path: string; title: string }[]
  more: number
}) {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <li className="rounded-lg border border-line bg-surface p-5">
      <h2 className="text-xl">{t(($) => $.sections[section])}</h2>
      <p className="mt-1 text-sm text-ink-2">{t(($) => $.home.sections[section])}</p>
      <ul className="mt-3 grid">
        {shown.map(({ path, title }) => (
          <li key={path}>
            <a
              href={`/${language}${path}`}
              className="group flex min-h-9 items-center gap-2 py-1 font-[500] hover:underline touch:min-h-11"
            >
              <span className="me-auto">{title}</span>
              <Icon name="arrow-right" className="size-3.5 shrink-0 text-ink-3 group-hover:text-ink" />
            </a>
          </li>
        ))}
      </ul>
      {more === 0 ? null : <p className="mt-1 text-sm text-ink-3">{t(($) => $.home.more, { count: more })}</p>}
    </li>
  )
}
