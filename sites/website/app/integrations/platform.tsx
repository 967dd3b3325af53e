import { locales } from '@bollard/i18n'
import { PageHead, useSite } from '@bollard/site-kit'
import { notFound } from '@bollard/site-kit/server'
import { ButtonLink } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { Breadcrumbs } from '../page/breadcrumbs.tsx'
import { JsonLd } from '../page/json-ld.tsx'
import { MarkedText } from '../page/marked-text.tsx'
import { PageSection, PageTitle } from '../page/page-section.tsx'
import { Points } from '../page/points.tsx'
import type { Route } from './+types/platform.ts'
import { Code, CodeTabs } from './code-tabs.tsx'
import { evidenceOf } from './evidence.server.ts'
import { findPlatform, type Platform, type PlatformId, platformIds, platforms } from './platforms.ts'
import { Runs } from './runs.tsx'
import { snippetOf } from './snippets.server.ts'
import { StatusPill } from './status-pill.tsx'
import { Version } from './version.tsx'
import { ErrorCodes, TestKeys } from './what-to-know.tsx'

/** Plain HTML; the tabs are radio buttons. */
export const handle = { hydrate: false, sameForAll: true }

export function loader(args: Route.LoaderArgs) {
  const id = findPlatform(args.params.platform)
  if (id === null) notFound(args)
  const { widget, server }: Platform = platforms[id]
  return {
    id,
    evidence: evidenceOf(id),
    widget: widget.map(snippetOf),
    server: server.map(snippetOf),
    policy: snippetOf({ file: 'client/widget/examples/content-policy.txt', label: 'HTTP' }),
  }
}

/** From installing to what was tested, in the same order for all platforms. */
export default function PlatformPage({ loaderData: { id, evidence, widget, server, policy } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const { pathname } = useLocation()
  const { name, kind, client, guide, install, ran, policy: ownPolicy }: Platform = platforms[id]
  const title = t(($) => $.integrations.platforms[id].title)
  const description = t(($) => $.integrations.platforms[id].description)
  const points = t(($) => $.integrations.platforms[id].points, { returnObjects: true })
  return (
    <article className="grid max-w-[860px] grid-cols-[minmax(0,1fr)] gap-12 pt-8 pb-20">
      <div>
        <PageHead title={`${title} · Bollard`} description={description} />
        <link rel="alternate" type="text/markdown" href={`${pathname.replace(/\/$/u, '')}.md`} />
        <JsonLd
          data={{
            '@type': 'SoftwareSourceCode',
            name: title,
            description,
            version: evidence.version,
            inLanguage: locales[language],
            programmingLanguage: platforms[id].language,
          }}
        />
        <Breadcrumbs
          above={[
            { name: t(($) => $.integrations.captcha), path: '/products/captcha' },
            { name: t(($) => $.integrations.name), path: '/products/captcha/integrations' },
          ]}
          name={name}
        />
        <PageTitle title={title} lead={<MarkedText text={t(($) => $.integrations.platforms[id].lead)} />}>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-2">
            <StatusPill ran={ran} />
            <Version of={evidence} />
            <span>
              <MarkedText text={t(($) => $.integrations.page.source, { folder: `client/${client}` })} />
            </span>
          </p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink variant="primary" href={`${urls.docs}/${language}${guide}`}>
              {t(($) => $.integrations.page.guide)}
            </ButtonLink>
            <ButtonLink href={`${urls.docs}/${language}/start/quick-start`}>
              {t(($) => $.integrations.page.quickStart)}
            </ButtonLink>
          </div>
        </PageTitle>
      </div>
      <PageSection id="install" title={t(($) => $.integrations.page.install)}>
        <Words text={t(($) => $.integrations.platforms[id].install)} />
        {install === undefined ? null : <Code snippet={{ code: install.code, file: install.title }} />}
      </PageSection>
      <PageSection id="widget" title={t(($) => $.integrations.page.widget)}>
        <Words text={t(($) => $.integrations.platforms[id].widget)} />
        <CodeTabs name="widget" legend={t(($) => $.integrations.page.widget)} snippets={widget} />
      </PageSection>
      <PageSection id="server" title={t(($) => $.integrations.page.server)}>
        <Words text={t(($) => $.integrations.platforms[id].server)} />
        <CodeTabs name="server" legend={t(($) => $.integrations.page.server)} snippets={server} />
        {server.length > 0 ? <Words text={t(($) => $.integrations.page.replace)} /> : null}
      </PageSection>
      <TestKeys />
      <PageSection id="errors" title={t(($) => $.integrations.page.errors)}>
        <Words text={t(($) => $.integrations.platforms[id].errors)} />
        <ErrorCodes kind={kind} />
      </PageSection>
      <PageSection id="content-policy" title={t(($) => $.integrations.page.policy)}>
        <Words text={t(($) => $.integrations.policies[ownPolicy ?? kind])} />
        {kind === 'app' ? null : <Code snippet={policy} />}
      </PageSection>
      <PageSection id="tested" title={t(($) => $.integrations.page.tested)}>
        <Words text={t(($) => $.integrations.platforms[id].tested)} />
        <Runs runs={evidence.runs} name={name} />
      </PageSection>
      <PageSection id="good-to-know" title={t(($) => $.integrations.page.points)}>
        <Points points={points} />
      </PageSection>
      <Others id={id} kind={kind} />
    </article>
  )
}

function Words({ text }: { text: string }) {
  return (
    <p className="max-w-[46em] text-ink-2">
      <MarkedText text={text} />
    </p>
  )
}

/** Other platforms of the same kind. */
function Others({ id, kind }: { id: PlatformId; kind: Platform['kind'] }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const others = platformIds.filter((other) => other !== id && platforms[other].kind === kind)
  return (
    <nav aria-labelledby="others" className="border-t border-line pt-6">
      <h2 id="others" className="font-sans text-base font-[580] tracking-normal">
        {t(($) => $.integrations.kinds[kind].others)}
      </h2>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
        {others.map((other) => (
          <li key={other}>
            <a
              href={`/${language}/products/captcha/integrations/${platforms[other].slug}`}
              className="text-link inline-flex items-center touch:min-h-11"
            >
              <bdi>{platforms[other].name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
