import type { ProtectedForm } from '@bollard/contracts'
import { useFormats } from '@bollard/site-kit'
import { act, apiOf, load, requireId } from '@bollard/site-kit/server'
import { ButtonLink, Card, Cell, EmptyState, HeadCell, Pill, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Link } from 'react-router'
import { MembersOnly } from '../../forms/members-only.tsx'
import { NewLink } from '../../frame/new-link.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { useProtection } from '../use-protection.ts'
import { SpamFilterCard } from './spam-filter-card.tsx'
import { formPoints } from './typed-form.ts'
import type { Route } from './+types/validations.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const [forms, filter] = await Promise.all([
    load(context, request, api.listProtectedForms({ solutionId })),
    load(context, request, api.getSpamFilter({ solutionId })),
  ])
  return { forms: forms.items, filter }
}

/** Makes the spam filter forget what it learned. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const answer = await act({ context, request }, apiOf(context, request).resetSpamFilter({ solutionId }))
  return data({ problem: answer.ok ? null : answer.problem }, { status: answer.ok ? 200 : answer.problem.status })
}

export default function Validations({ loaderData: { forms, filter }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb, mayChange, mayAnswer } = useProtection()
  const words = t(($) => $.protection.validations, { returnObjects: true })
  return (
    <Page title={words.title} crumbs={[crumb]}>
      <PageTitle title={words.title} subtitle={words.about}>
        {mayAnswer ? (
          <ButtonLink asChild size="dense">
            <Link to={`${base}/validations/blocked`}>{t(($) => $.protection.blocked.title)}</Link>
          </ButtonLink>
        ) : null}
        {mayChange && forms.length > 0 ? <NewLink to={`${base}/validations/new`}>{words.new}</NewLink> : null}
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <MembersOnly />
        <Card padded={false} className="overflow-hidden">
          {forms.length === 0 ? (
            <EmptyState title={words.none} action={mayChange ? <FormPoints /> : null}>
              {words.noneAbout}
            </EmptyState>
          ) : (
            <FormTable forms={forms} />
          )}
        </Card>
        <SpamFilterCard filter={filter} problem={actionData?.problem ?? null} />
      </div>
    </Page>
  )
}

function FormPoints() {
  const { t } = useTranslation()
  const { base } = useProtection()
  return formPoints.map((point) => (
    <ButtonLink key={point} asChild variant="line">
      <Link to={`${base}/validations/new?from=${point}`}>{t(($) => $.protection.formPoints[point])}</Link>
    </ButtonLink>
  ))
}

function FormTable({ forms }: { forms: readonly ProtectedForm[] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { base, mayAnswer } = useProtection()
  const words = t(($) => $.protection.validations, { returnObjects: true })
  const outcomes = t(($) => $.protection.verdict.outcomes, { returnObjects: true })
  return (
    <Table label={words.title} className="stacked-table">
      <thead>
        <tr>
          <HeadCell className="ps-5">{words.form}</HeadCell>
          <HeadCell>{t(($) => $.protection.form.mode)}</HeadCell>
          <HeadCell align="end">{outcomes.PASS}</HeadCell>
          <HeadCell align="end">{outcomes.FLAG}</HeadCell>
          <HeadCell align="end">{outcomes.FAIL}</HeadCell>
          <HeadCell align="end" className="pe-5">
            {words.waiting}
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {forms.map(({ id, name, mode, fields, lastDays, waiting }) => (
          <Row key={id}>
            <Cell className="stacked-wide max-w-[30rem] ps-5 !whitespace-normal">
              <span className="grid min-w-0 gap-0.5">
                <Link to={`${base}/validations/${id}`} className="text-link [overflow-wrap:anywhere]">
                  {name}
                </Link>
                <span className="text-xs text-ink-2 [overflow-wrap:anywhere]">
                  {fields.map((field) => field.name).join(', ')}
                </span>
              </span>
            </Cell>
            <Cell data-label={t(($) => $.protection.form.mode)}>
              <Pill meaning={mode === 'LIVE' ? 'human' : 'neutral'} mark>
                {t(($) => $.protection.stages[mode])}
              </Pill>
            </Cell>
            <Cell data-label={outcomes.PASS} align="end">
              {formats.whole(lastDays.pass)}
            </Cell>
            <Cell data-label={outcomes.FLAG} align="end">
              {formats.whole(lastDays.flag)}
            </Cell>
            <Cell data-label={outcomes.FAIL} align="end">
              {formats.whole(lastDays.fail)}
            </Cell>
            <Cell data-label={words.waiting} align="end" className="pe-5">
              {waiting > 0 && mayAnswer ? (
                <Link to={`${base}/validations/reviews?form=${id}`} className="text-link">
                  {formats.whole(waiting)}
                </Link>
              ) : (
                formats.whole(waiting)
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
