import { requireId } from '@bollard/site-kit/server'
import { ButtonLink, Card, EmptyState, Icon, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Page, PageTitle } from '../frame/page.tsx'
import { MembersOnly } from '../forms/members-only.tsx'
import { useMonitoring } from '../monitoring/use-monitoring.ts'
import { loadPages } from './load-pages.server.ts'
import type { Route } from './+types/pages.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const pages = await loadPages({ context, request, solutionId: requireId(context, request, params.solutionId) })
  return {
    pages: pages.map(({ id, name, slug, host, hostProof, published, hasPassword, networks, groups, subscribers }) => ({
      id,
      name,
      slug,
      host: hostProof?.state === 'UNPROVEN' ? null : host,
      published,
      subscribers,
      isClosed: hasPassword || networks.length > 0,
      components: groups.reduce((sum, { components }) => sum + components.length, 0),
    })),
  }
}

export default function Pages({ loaderData: { pages } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb, mayChange } = useMonitoring()
  const words = t(($) => $.statusPages, { returnObjects: true })
  return (
    <Page title={words.title} crumbs={[crumb]}>
      <PageTitle title={words.title} subtitle={words.about}>
        {mayChange ? (
          <ButtonLink asChild size="dense" variant="primary">
            <Link to={`${base}/pages/new`}>
              <Icon name="plus" />
              {words.new}
            </Link>
          </ButtonLink>
        ) : null}
      </PageTitle>
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        <MembersOnly />
        <Card padded={false} className="overflow-hidden">
          {pages.length === 0 ? (
            <EmptyState title={words.none}>{words.noneAbout}</EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {pages.map((page) => (
                <li key={page.id} className="grid min-w-0 gap-1 px-4 py-3.5 text-sm sm:px-5">
                  <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <Link to={`${base}/pages/${page.id}`} className="text-link [overflow-wrap:anywhere]">
                      {page.name}
                    </Link>
                    {page.published ? <Pill meaning="human">{words.published}</Pill> : <Pill>{words.draft}</Pill>}
                    {page.isClosed ? <Pill meaning="info">{words.closed}</Pill> : null}
                  </p>
                  <p className="text-ink-2 [overflow-wrap:anywhere]">
                    {page.host ?? page.slug}
                    {' · '}
                    {t(($) => $.statusPages.componentCount, { count: page.components })}
                    {' · '}
                    {t(($) => $.statusPages.subscriberCount, { count: page.subscribers })}
                  </p>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </Page>
  )
}
