import { Moment, ProblemAlert, textOf } from '@bollard/site-kit'
import { act, apiOf, loadPage, requireId } from '@bollard/site-kit/server'
import { Button, ButtonLink, Card, Cell, EmptyState, HeadCell, Pill, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import { DoneToast } from '../forms/done-toast.tsx'
import { NeedsRole } from '../frame/needs-role.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { useMonitoring } from '../monitoring/use-monitoring.ts'
import { ListPager } from '../words/list-pager.tsx'
import { ZoneNote } from '../words/zone-note.tsx'
import { loadPages } from './load-pages.server.ts'
import type { Route } from './+types/subscribers.ts'

/** Addresses of people: a viewer is told who may see them, and is sent none. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const { myRole } = await api.getSolution({ solutionId }).catch(() => ({ myRole: null }))
  const mayRead = myRole === 'MEMBER' || myRole === 'ADMIN'
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  const shared = { mayRead, isFirstPage: cursor === undefined }
  if (!mayRead) return { ...shared, items: [], nextCursor: null, pages: [] }
  const [subscribers, pages] = await Promise.all([
    loadPage(context, request, api.listSubscribers({ solutionId, limit: 50, cursor })),
    loadPages({ context, request, solutionId }),
  ])
  return { ...shared, ...subscribers, pages: pages.map(({ id, name }) => ({ id, name })) }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const subscriberId = requireId(context, request, textOf(await request.formData(), 'subscriberId'))
  const answer = await act({ context, request }, apiOf(context, request).deleteSubscriber({ solutionId, subscriberId }))
  return answer.ok ? { problem: null } : data({ problem: answer.problem }, { status: answer.problem.status })
}

export default function Subscribers({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb, solution } = useMonitoring()
  const { items, nextCursor, isFirstPage, pages, mayRead } = loaderData
  const words = t(($) => $.statusPages.subscribers, { returnObjects: true })
  const names = new Map(pages.map(({ id, name }) => [id, name]))
  return (
    <Page title={words.title} crumbs={[crumb]}>
      <PageTitle title={words.title} subtitle={words.about}>
        {items.length > 0 ? (
          <ButtonLink size="dense" href={`${base}/subscribers/export.csv`} download>
            {words.export}
          </ButtonLink>
        ) : null}
      </PageTitle>
      <div className="grid max-w-[64rem] grid-cols-[minmax(0,1fr)] gap-4">
        {actionData?.problem === null ? <DoneToast key={items.length}>{words.removed}</DoneToast> : null}
        <ProblemAlert problem={actionData?.problem} />
        {mayRead ? null : <NeedsRole needed="MEMBER" solution={solution} />}
        <Card padded={false} className="overflow-hidden">
          {items.length === 0 ? (
            <EmptyState title={words.none}>
              {words.noneAbout}{' '}
              <Link to={`${base}/pages`} className="text-link">
                {t(($) => $.statusPages.title)}
              </Link>
            </EmptyState>
          ) : (
            <Table label={words.title} className="stacked-table">
              <thead>
                <tr>
                  <HeadCell className="ps-5">{words.destination}</HeadCell>
                  <HeadCell>{words.page}</HeadCell>
                  <HeadCell>{words.state}</HeadCell>
                  <HeadCell>{words.since}</HeadCell>
                  <HeadCell className="pe-5">
                    <span className="sr-only">{words.remove}</span>
                  </HeadCell>
                </tr>
              </thead>
              <tbody>
                {items.map(({ id, destination, channel, statusPageId, state, componentIds, createdAt }) => (
                  <Row key={id}>
                    <Cell className="stacked-wide ps-5 !whitespace-normal [overflow-wrap:anywhere]">
                      <span className="grid min-w-0 gap-0.5">
                        {destination}
                        <span className="text-xs text-ink-2">{words.channels[channel]}</span>
                      </span>
                    </Cell>
                    <Cell data-label={words.page} className="!whitespace-normal">
                      {names.get(statusPageId)}
                      {componentIds.length === 0 ? null : (
                        <span className="block text-xs text-ink-2">
                          {t(($) => $.statusPages.componentCount, { count: componentIds.length })}
                        </span>
                      )}
                    </Cell>
                    <Cell data-label={words.state}>
                      <Pill meaning={state === 'ACTIVE' ? 'human' : 'neutral'}>{words.states[state]}</Pill>
                    </Cell>
                    <Cell data-label={words.since}>
                      <Moment at={createdAt} />
                    </Cell>
                    <Cell className="pe-5">
                      <Form method="post">
                        <Button
                          type="submit"
                          name="subscriberId"
                          value={id}
                          size="dense"
                          aria-label={`${words.remove}: ${destination}`}
                        >
                          {words.remove}
                        </Button>
                      </Form>
                    </Cell>
                  </Row>
                ))}
              </tbody>
            </Table>
          )}
        </Card>
        <ListPager nextCursor={nextCursor} isFirstPage={isFirstPage} />
        <ZoneNote />
      </div>
    </Page>
  )
}
