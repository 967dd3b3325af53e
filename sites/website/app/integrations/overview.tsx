import { ModuleScript, PageHead, useSite } from '@bollard/site-kit'
import { buttonClass, controlClass } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import island from '../islands/integration-search.ts?worker&url'
import { Breadcrumbs } from '../page/breadcrumbs.tsx'
import { MarkedText } from '../page/marked-text.tsx'
import { PageTitle } from '../page/page-section.tsx'
import type { Route } from './+types/overview.ts'
import { evidenceOf } from './evidence.server.ts'
import { findableText, kinds, type PlatformId, platformIds, platforms, searchPlatforms } from './platforms.ts'
import { StatusPill } from './status-pill.tsx'
import { Version } from './version.tsx'

/** Plain HTML: the search is a form that asks for this page again. */
export const handle = { hydrate: false, sameForAll: true }

export function loader({ request }: Route.LoaderArgs) {
  const query = (new URL(request.url).searchParams.get('q') ?? '').slice(0, 100).trim()
  const tiles = platformIds.map((id) => {
    const { version, isReleased, runs, addedLines } = evidenceOf(id)
    const counted = runs.map(({ cases }) => cases).filter((cases) => cases !== null)
    const passed = counted.reduce((sum, cases) => sum + cases.passed, 0)
    return { id, version, isReleased, addedLines, passed, of: counted.reduce((sum, cases) => sum + cases.of, 0) }
  })
  return { query, tiles }
}
type TileFacts = Awaited<ReturnType<typeof loader>>['tiles'][number]

export default function Overview({ loaderData: { query, tiles } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const title = t(($) => $.integrations.overview.title)
  const found = new Set<PlatformId>(searchPlatforms(query))
  return (
    <div className="mx-auto max-w-[1180px] pt-8 pb-20">
      <PageHead
        title={`${t(($) => $.integrations.overview.pageTitle)} · Bollard`}
        description={t(($) => $.integrations.overview.description)}
      />
      <Breadcrumbs
        above={[{ name: t(($) => $.integrations.captcha), path: '/products/captcha' }]}
        name={t(($) => $.integrations.name)}
      />
      <PageTitle title={title} lead={t(($) => $.integrations.overview.lead)} />
      <integration-search>
        <search>
          <form method="get" className="mt-8 flex max-w-[34rem] flex-wrap items-end gap-3">
            <label className="grid min-w-0 flex-1 basis-56 gap-1.5 text-sm font-[520]">
              {t(($) => $.integrations.overview.search)}
              <input
                type="search"
                name="q"
                defaultValue={query}
                maxLength={100}
                className={`${controlClass} h-11 px-3 text-base`}
              />
            </label>
            <button type="submit" className={buttonClass({ variant: 'line' })}>
              {t(($) => $.integrations.overview.submit)}
            </button>
          </form>
        </search>
        <p
          className="mt-3 text-sm text-ink-2"
          aria-live="polite"
          data-count={t(($) => $.integrations.overview.found, { count: 0 })}
        >
          {t(($) => $.integrations.overview.found, { count: found.size })}
        </p>
        <div data-none hidden={found.size > 0} className="mt-8 grid max-w-[38em] gap-3">
          <p>{t(($) => $.integrations.overview.none)}</p>
          <p>
            <a href={`/${language}/products/captcha/integrations`} className="text-link">
              {t(($) => $.integrations.overview.all)}
            </a>
          </p>
        </div>
        {kinds.map((kind) => {
          const ofKind = tiles.filter(({ id }) => platforms[id].kind === kind)
          return (
            <section
              key={kind}
              data-group
              hidden={ofKind.every(({ id }) => !found.has(id))}
              aria-labelledby={`kind-${kind}`}
              className="mt-12"
            >
              <h2 id={`kind-${kind}`} className="text-[1.5rem] tracking-[-.02em]">
                {t(($) => $.integrations.kinds[kind].title)}
              </h2>
              <p className="mt-1 max-w-[42em] text-ink-2">{t(($) => $.integrations.kinds[kind].text)}</p>
              <ul className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
                {ofKind.map((facts) => (
                  <Tile key={facts.id} facts={facts} isFound={found.has(facts.id)} />
                ))}
              </ul>
            </section>
          )
        })}
        <ModuleScript src={island} />
      </integration-search>
      <Meaning />
    </div>
  )
}

function Tile({ facts, isFound }: { facts: TileFacts; isFound: boolean }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { id, addedLines, passed, of } = facts
  const { slug, name, ran } = platforms[id]
  return (
    <li
      data-find={findableText(id)}
      hidden={!isFound}
      className="relative flex flex-col gap-3 rounded-lg border border-line bg-surface p-5 hover:border-line-strong has-focus-visible:outline-3 has-focus-visible:outline-amber [&[hidden]]:hidden"
    >
      <h3 className="font-sans text-lg font-[580] tracking-normal">
        <a
          href={`/${language}/products/captcha/integrations/${slug}`}
          className="outline-none after:absolute after:inset-0 after:content-['']"
        >
          <bdi>{name}</bdi>
        </a>
      </h3>
      <p className="text-sm text-ink-2">{t(($) => $.integrations.platforms[id].description)}</p>
      <p className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-3">
        <StatusPill ran={ran} />
        <Version of={facts} />
        {of > 0 ? <span>{t(($) => $.integrations.overview.cases, { passed, of })}</span> : null}
        {addedLines === null ? null : <span>{t(($) => $.integrations.overview.lines, { lines: addedLines })}</span>}
      </p>
    </li>
  )
}

/** What the words on the tiles mean, and what they leave out. */
function Meaning() {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="meaning" className="mt-16 max-w-[46em] border-t border-line pt-8">
      <h2 id="meaning" className="text-[1.5rem] tracking-[-.02em]">
        {t(($) => $.integrations.meaning.title)}
      </h2>
      <dl className="mt-5 grid gap-4">
        {(['platform', 'stand-ins', 'page'] as const).map((ran) => (
          <div key={ran} className="grid gap-1.5">
            <dt>
              <StatusPill ran={ran} />
            </dt>
            <dd className="text-ink-2">{t(($) => $.integrations.meaning[ran === 'stand-ins' ? 'standIns' : ran])}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 text-ink-2">
        <MarkedText text={t(($) => $.integrations.meaning.time)} />
      </p>
    </section>
  )
}
