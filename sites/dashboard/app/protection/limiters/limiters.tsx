import type { Limiter } from '@bollard/contracts'
import { useFormats } from '@bollard/site-kit'
import { apiOf, load, requireId } from '@bollard/site-kit/server'
import { ButtonLink, Card, Cell, EmptyState, HeadCell, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { MembersOnly } from '../../forms/members-only.tsx'
import { NewLink } from '../../frame/new-link.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { useProtection } from '../use-protection.ts'
import { StagePill } from './stage-pill.tsx'
import { startingPoints } from './typed-limiter.ts'
import { useLimiterWords } from './use-limiter-words.ts'
import type { Route } from './+types/limiters.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  return load(context, request, apiOf(context, request).listLimiters({ solutionId }))
}

export default function Limiters({ loaderData: { items } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb, mayChange } = useProtection()
  const words = t(($) => $.protection.limiters, { returnObjects: true })
  return (
    <Page title={words.title} crumbs={[crumb]}>
      <PageTitle title={words.title} subtitle={words.about}>
        <ButtonLink asChild size="dense">
          <Link to={`${base}/allowed`}>{t(($) => $.protection.allowed.title)}</Link>
        </ButtonLink>
        {mayChange && items.length > 0 ? <NewLink to={`${base}/limiters/new`}>{words.new}</NewLink> : null}
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <MembersOnly />
        <Card padded={false} className="overflow-hidden">
          {items.length === 0 ? (
            <EmptyState title={words.none} action={mayChange ? <StartingPoints /> : null}>
              {words.noneAbout}
            </EmptyState>
          ) : (
            <LimiterTable limiters={items} />
          )}
        </Card>
      </div>
    </Page>
  )
}

/** Ways to fill the form, of which one stays on the page where one was. */
function StartingPoints() {
  const { t } = useTranslation()
  const { base } = useProtection()
  return (
    <ul className="grid gap-3 text-start sm:grid-cols-3">
      {startingPoints.map((point) => (
        <li key={point} className="min-w-0">
          <Link
            to={`${base}/limiters/new?from=${point}`}
            className="grid h-full content-start gap-1 rounded-md border border-line-strong px-4 py-3 text-sm hover:border-ink-3"
          >
            <span className="font-[560]">{t(($) => $.protection.points[point].name)}</span>
            <span className="text-ink-2">{t(($) => $.protection.points[point].about)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function LimiterTable({ limiters }: { limiters: readonly Limiter[] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const limiterWords = useLimiterWords()
  const { base } = useProtection()
  const columns = t(($) => $.protection.limiters.columns, { returnObjects: true })
  return (
    <Table label={t(($) => $.protection.limiters.title)} className="stacked-table">
      <thead>
        <tr>
          <HeadCell className="ps-5">{columns.limiter}</HeadCell>
          <HeadCell>{columns.mode}</HeadCell>
          <HeadCell align="end">{columns.counted}</HeadCell>
          <HeadCell align="end">{columns.challenged}</HeadCell>
          <HeadCell align="end">{columns.throttled}</HeadCell>
          <HeadCell align="end" className="pe-5">
            {columns.denied}
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {limiters.map((limiter) => {
          const { id, name, lastDay } = limiter
          const limited = limiterWords.match(limiter)
          return (
            <Row key={id}>
              <Cell className="stacked-wide max-w-[30rem] ps-5 !whitespace-normal">
                <span className="grid min-w-0 gap-0.5">
                  <Link to={`${base}/limiters/${id}`} className="text-link [overflow-wrap:anywhere]">
                    {name}
                  </Link>
                  <span className="text-xs text-ink-2 [overflow-wrap:anywhere]">
                    {limiterWords.sentence(limiter)} ·{' '}
                    {limited === null ? (
                      t(($) => $.protection.allRequests)
                    ) : (
                      <bdi dir="ltr" translate="no">
                        {limited}
                      </bdi>
                    )}
                  </span>
                </span>
              </Cell>
              <Cell data-label={columns.mode}>
                <StagePill limiter={limiter} />
              </Cell>
              <Cell data-label={columns.counted} align="end">
                {formats.whole(lastDay.counted)}
              </Cell>
              <Cell data-label={columns.challenged} align="end">
                {formats.whole(lastDay.challenged)}
              </Cell>
              <Cell data-label={columns.throttled} align="end">
                {formats.whole(lastDay.throttled)}
              </Cell>
              <Cell data-label={columns.denied} align="end" className="pe-5">
                {formats.whole(lastDay.denied)}
              </Cell>
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}
