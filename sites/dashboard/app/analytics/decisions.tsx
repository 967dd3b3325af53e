import { decidedIn, ladderRungs, programPurposes, type StoredDecision } from '@bollard/contracts'
import { apiOf, loadPage, requireId } from '@bollard/site-kit/server'
import { Alert, Button, ButtonLink, Card, EmptyState, Icon, SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'
import { Page, PageTitle } from '../frame/page.tsx'
import { useSolution } from '../solution/use-solution.ts'
import { decisionPart, decisionReason, programPurpose } from '../words/request-words.ts'
import { ListPager } from '../words/list-pager.tsx'
import { NetworkSources } from '../words/network-sources.tsx'
import { ZoneNote } from '../words/zone-note.tsx'
import { DecisionTable } from './decision-table.tsx'
import {
  type AnalyticsPeriod,
  type DecisionSearch,
  type FilterName,
  filterNames,
  periodOf,
  queryOf,
  readSearch,
  writeSearch,
} from './decision-search.ts'
import { PeriodNav } from './period-nav.tsx'
import type { Route } from './+types/decisions.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const search = new URL(request.url).searchParams
  const period = periodOf(search)
  const { filter, wrong } = readSearch(search)
  const cursor = search.get('cursor') ?? undefined
  const shared = { period, filter, wrong, isFirstPage: cursor === undefined }
  if (wrong.length > 0) return { ...shared, items: [], nextCursor: null }
  const asked = { solutionId, period, limit: 50, cursor, ...queryOf(filter) }
  return { ...shared, ...(await loadPage(context, request, apiOf(context, request).listDecisions(asked))) }
}

export default function Decisions({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb } = useSolution()
  const { period, filter, wrong, items, nextCursor, isFirstPage } = loaderData
  const words = t(($) => $.analytics.log, { returnObjects: true })
  const address = writeSearch(period, filter)
  const crumbs = [crumb, { label: t(($) => $.analytics.title), to: `${base}/analytics?period=${period}` }]
  return (
    <Page title={words.title} crumbs={crumbs}>
      <PageTitle title={words.title} subtitle={words.about}>
        <PeriodNav period={period} filter={filter} />
        {(['CSV', 'JSON'] as const).map((format) => (
          <ButtonLink
            key={format}
            size="dense"
            href={`${base}/analytics/decisions-file?${address}&format=${format}`}
            download
          >
            {format}
          </ButtonLink>
        ))}
      </PageTitle>
      <Filters period={period} filter={filter} wrong={wrong} />
      {wrong.length === 0 ? null : (
        <div className="mb-4">
          <Alert kind="warning">{words.wrong}</Alert>
        </div>
      )}
      <Card padded={false} className="overflow-hidden">
        {items.length === 0 ? (
          <EmptyState title={words.none}>{words.noneAbout}</EmptyState>
        ) : (
          <DecisionTable decisions={items} base={base} />
        )}
      </Card>
      <ListPager nextCursor={nextCursor} isFirstPage={isFirstPage} />
      {items.length === 0 ? null : <NetworkSources />}
      <ZoneNote />
    </Page>
  )
}

// Named here, since pages get the schemas of the contract without what stands in them.
const conclusions = [
  'ALLOW',
  'CHALLENGE',
  'THROTTLE',
  'DENY',
] as const satisfies readonly StoredDecision['conclusion'][]
const choices: Partial<Record<FilterName, readonly string[]>> = {
  conclusion: conclusions,
  dryRun: conclusions,
  partConclusion: conclusions,
  from: decidedIn,
  rung: ladderRungs,
  purpose: programPurposes,
  failedOpen: ['true', 'false'],
  control: ['true', 'false'],
  probe: ['true', 'false'],
  solved: ['true', 'false'],
  stopped: ['true', 'false'],
}

/** A plain GET, so that it works without scripts and the answer has an address. */
function Filters({
  period,
  filter,
  wrong,
}: {
  period: AnalyticsPeriod
  filter: DecisionSearch
  wrong: readonly FilterName[]
}) {
  const { t } = useTranslation()
  const words = t(($) => $.analytics.log, { returnObjects: true })
  const values: Readonly<Record<string, string>> = {
    ...t(($) => $.analytics.conclusions, { returnObjects: true }),
    ...words.from,
    ...words.flags,
  }
  const rungs: Readonly<Record<string, string>> = t(($) => $.analytics.rungs, { returnObjects: true })
  const isUsed = Object.keys(filter).length > 0
  // Rankings also lead to reasons of the captcha's score, which are too many to choose from.
  const reasons = new Set(Object.keys(t(($) => $.decisions.reasons, { returnObjects: true })))
  if (filter.reason !== undefined) reasons.add(filter.reason)
  const wordsOf = (name: FilterName, value: string): string => {
    if (name === 'reason') return decisionReason(t, value)
    if (name === 'purpose') return programPurpose(t, value)
    if (name === 'part') return decisionPart(t, value)
    return (name === 'rung' ? rungs[value] : values[value]) ?? value
  }
  const form = (
    <details open={wrong.length > 0 ? true : undefined} className="mb-4">
      <summary className="w-fit cursor-pointer rounded-sm text-sm text-link touch:py-2.5">{words.filters}</summary>
      <Form
        key={JSON.stringify(filter)}
        method="get"
        preventScrollReset
        className="mt-3 grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-4"
      >
        <input type="hidden" name="period" value={period} />
        {filterNames.map((name) => {
          const list = name === 'reason' ? [...reasons] : choices[name]
          const shared = { name, label: words.names[name], defaultValue: filter[name] ?? '' }
          if (list === undefined)
            return (
              <TextField
                key={name}
                {...shared}
                error={wrong.includes(name) ? words.wrongValue : undefined}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={253}
              />
            )
          return (
            <SelectField key={name} {...shared}>
              <option value="">{words.any}</option>
              {list.map((value) => (
                <option key={value} value={value}>
                  {wordsOf(name, value)}
                </option>
              ))}
            </SelectField>
          )
        })}
        <div className="flex gap-2.5">
          <Button type="submit">{words.show}</Button>
          {isUsed ? (
            <ButtonLink asChild variant="quiet">
              <Link to={`?period=${period}`} preventScrollReset>
                {words.clear}
              </Link>
            </ButtonLink>
          ) : null}
        </div>
      </Form>
    </details>
  )
  if (!isUsed) return form
  const used = filterNames.flatMap((name) => (filter[name] === undefined ? [] : [[name, filter[name]] as const]))
  return (
    <>
      <ul className="mb-3 flex flex-wrap gap-2">
        {used.map(([name, value]) => {
          const { [name]: _gone, ...others } = filter
          const isWord = choices[name] !== undefined || name === 'reason' || name === 'part'
          const shown = isWord ? wordsOf(name, value) : value
          return (
            <li key={name} className="min-w-0">
              <Link
                to={`?${writeSearch(period, others)}`}
                preventScrollReset
                aria-label={t(($) => $.analytics.log.remove, { filter: `${words.names[name]}: ${shown}` })}
                className="flex items-center gap-2 rounded-full border border-line-strong px-3 py-1 text-sm [overflow-wrap:anywhere] hover:bg-sunken touch:py-2"
              >
                <span>
                  {words.names[name]}: <bdi>{shown}</bdi>
                </span>
                <Icon name="close" />
              </Link>
            </li>
          )
        })}
      </ul>
      {form}
    </>
  )
}
