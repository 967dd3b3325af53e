import { Moment, useFormats, useSite } from '@bollard/site-kit'
import { apiOf, attempt, loadPage } from '@bollard/site-kit/server'
import { ButtonLink, Card, Cell, EmptyState, HeadCell, Icon, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { checkedIn } from '../health/judge-health.ts'
import { Page, PageTitle } from '../frame/page.tsx'
import { solutionLabel } from '../frame/solution-label.ts'
import { standingOf, StandingPill } from '../health/standing-pill.tsx'
import { DoneToast } from '../forms/done-toast.tsx'
import { ListPager } from '../words/list-pager.tsx'
import type { Route } from './+types/captchas.ts'

const perPage = 20

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = apiOf(context, request)
  const search = new URL(request.url).searchParams
  const cursor = search.get('cursor') ?? undefined
  const { items, nextCursor } = await loadPage(context, request, api.listSolutions({ limit: perPage, cursor }))
  const solutions = await Promise.all(
    items.map(async (solution) => {
      const { id, label, managementOrganization, item, myRole, createdAt } = solution
      const statistics = await attempt(api.getStatistics({ solutionId: id, period: '7d' }))
      const verifications = statistics.ok ? checkedIn(statistics.value.totals) : null
      return {
        id,
        label,
        managementOrganization,
        item,
        myRole,
        createdAt,
        standing: standingOf(solution),
        verifications,
      }
    }),
  )
  return { solutions, nextCursor, isFirstPage: cursor === undefined, hasLeft: search.has('left') }
}

export default function MySolutions({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { solutions, nextCursor, isFirstPage, hasLeft } = loaderData
  return (
    <Page title={t(($) => $.solutions.title)}>
      <PageTitle title={t(($) => $.solutions.title)}>
        <ButtonLink asChild size="dense" variant="primary">
          <Link to={`/${language}/solution-creation`}>
            <Icon name="plus" />
            {t(($) => $.solutions.create)}
          </Link>
        </ButtonLink>
      </PageTitle>
      {hasLeft ? <DoneToast>{t(($) => $.settings.member.left)}</DoneToast> : null}
      <Card padded={false} className="overflow-hidden">
        {solutions.length > 0 ? <SolutionTable solutions={solutions} /> : <Nothing isFirstPage={isFirstPage} />}
      </Card>
      <ListPager nextCursor={nextCursor} isFirstPage={isFirstPage} />
    </Page>
  )
}

type Listed = Route.ComponentProps['loaderData']['solutions']

function SolutionTable({ solutions }: { solutions: Listed }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const formats = useFormats()
  return (
    <Table label={t(($) => $.solutions.title)} className="stacked-table">
      <thead>
        <tr>
          <HeadCell className="ps-5">{t(($) => $.solutions.label)}</HeadCell>
          <HeadCell>{t(($) => $.solutions.type)}</HeadCell>
          <HeadCell>{t(($) => $.solutions.created)}</HeadCell>
          <HeadCell>{t(($) => $.solutions.role)}</HeadCell>
          <HeadCell align="end">{t(($) => $.solutions.verifications)}</HeadCell>
          <HeadCell className="pe-5">
            <span className="sr-only">{t(($) => $.solutions.open)}</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {solutions.map((solution) => (
          <Row key={solution.id} className="relative">
            <Cell className="stacked-wide max-w-[26rem] ps-5 text-base font-[560] !whitespace-normal">
              <Link
                to={`/${language}/solutions/${solution.id}/overview`}
                className="rounded-sm after:absolute after:inset-0 after:content-[''] focus-visible:shadow-none focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-amber"
              >
                {solutionLabel(solution)}
              </Link>
              {solution.standing ? (
                <span className="ms-2.5">
                  <StandingPill standing={solution.standing} />
                </span>
              ) : null}
            </Cell>
            <Cell data-label={t(($) => $.solutions.type)}>{t(($) => $.types[solution.item.type])}</Cell>
            <Cell data-label={t(($) => $.solutions.created)} className="text-ink-2">
              <Moment at={solution.createdAt} show="day" />
            </Cell>
            <Cell data-label={t(($) => $.solutions.role)} className="text-ink-2">
              {t(($) => $.roles[solution.myRole])}
            </Cell>
            <Cell data-label={t(($) => $.solutions.verifications)} align="end">
              {solution.verifications === null ? (
                <span className="text-ink-3">{t(($) => $.solutions.unknown)}</span>
              ) : (
                formats.whole(solution.verifications)
              )}
            </Cell>
            <Cell className="stacked-away pe-5 text-ink-3" align="end">
              <Icon name="chevron-right" className="inline size-4" />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function Nothing({ isFirstPage }: { isFirstPage: boolean }) {
  const { t } = useTranslation()
  const { language } = useSite()
  if (!isFirstPage) return <EmptyState title={t(($) => $.solutions.endTitle)}>{t(($) => $.solutions.end)}</EmptyState>
  return (
    <EmptyState
      title={t(($) => $.solutions.emptyTitle)}
      action={
        <ButtonLink asChild variant="primary">
          <Link to={`/${language}/solution-creation`}>{t(($) => $.solutions.emptyAction)}</Link>
        </ButtonLink>
      }
    >
      {t(($) => $.solutions.empty)}
    </EmptyState>
  )
}
