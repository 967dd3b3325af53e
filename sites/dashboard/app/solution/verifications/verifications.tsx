import { useFormats } from '@bollard/site-kit'
import type { ArchivedDays, Outcome } from '@bollard/contracts'
import { apiOf, attempt, requireId } from '@bollard/site-kit/server'
import { ButtonLink, Card, SegmentedControl, SegmentedItem } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Link } from 'react-router'
import { loadOptions } from '../../captcha/log-filter/load-options.server.ts'
import { type LogSearch, withFilter, writeSearch } from '../../captcha/log-filter/log-search.ts'
import { readFilter } from '../../captcha/log-filter/read-filter.server.ts'
import { LogPager } from '../../captcha/log-pager.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { LivePill } from '../../live/live-pill.tsx'
import { NetworkSources } from '../../words/network-sources.tsx'
import { ZoneNote } from '../../words/zone-note.tsx'
import { useSolution } from '../use-solution.ts'
import { ActiveFilters } from './active-filters.tsx'
import { CodeSearch } from './code-search.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { keepFilter } from './keep-filter.server.ts'
import { loadLog } from './load-log.server.ts'
import { NewOnes } from './new-ones.tsx'
import { NothingFound } from './nothing-found.tsx'
import { SavedFilters } from './saved-filters.tsx'
import { VerificationTable } from './verification-table.tsx'
import type { Route } from './+types/verifications.ts'

const outcomes = ['PASSED', 'FLAGGED', 'REFUSED'] as const satisfies readonly Outcome[]

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  // Before the rows are read: what comes in meanwhile is told by the stream.
  const now = Date.now()
  const filter = await readFilter(context, request, ['cursor'])
  const [log, options, saved, archived] = await Promise.all([
    loadLog(context, request, { solutionId, filter }),
    loadOptions(context, request, { solutionId, language: params.language }),
    attempt(apiOf(context, request).listSavedFilters({ solutionId })),
    attempt(apiOf(context, request).getArchivedDays({ solutionId })),
  ])
  return {
    ...log,
    filter,
    options,
    saved: saved.ok ? saved.value.items : [],
    archived: archived.ok ? archived.value : null,
    now,
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const filter = await readFilter(context, request, ['cursor'])
  const answer = await keepFilter({ context, request }, { solutionId, filter })
  if (answer === null) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  return data(answer, { status: answer.problem?.status ?? 200 })
}

export default function Verifications({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb } = useSolution()
  const { items, nextCursor, filter, faults, options, count, saved, searchedUntil, isFirstPage, archived, now } =
    loaderData
  const code = filter.verificationId ?? ''
  const address = writeSearch(filter)
  const search = address === '' ? '' : `?${address}`
  const isFiltered = address !== ''
  // A code names one visitor, and what has ended cannot grow.
  const canGrow = isFirstPage && code === '' && filter.to === undefined && Object.keys(faults).length === 0
  return (
    <Page title={t(($) => $.log.title)} crumbs={[crumb]} end={<LivePill />}>
      <PageTitle title={t(($) => $.log.title)}>
        <OutcomeFilter filter={filter} />
        <ButtonLink asChild size="dense">
          <Link to={`${base}/captcha/exports${search}`}>{t(($) => $.log.export)}</Link>
        </ButtonLink>
      </PageTitle>
      {canGrow ? <NewOnes key={`${address} ${now}`} search={address} at={now} rows={items} /> : null}
      <CodeSearch key={code} code={code} isWrong={faults.verificationId !== undefined} />
      <div className="mb-4">
        <FilterPanel filter={filter} options={options} faults={faults} />
      </div>
      <SavedFilters saved={saved} filter={filter} answer={actionData ?? null} />
      {isFiltered ? <ActiveFilters filter={filter} options={options} count={count} /> : null}
      <Card padded={false} className="overflow-hidden">
        {items.length > 0 ? (
          <VerificationTable
            label={t(($) => $.log.label)}
            verifications={items}
            base={`${base}/captcha/verifications`}
            now={now}
          />
        ) : (
          <NothingFound
            isRefused={Object.keys(faults).some((name) => name !== 'verificationId')}
            isFirstPage={isFirstPage}
            isFiltered={isFiltered}
            isSearched={code !== ''}
            searchedUntil={nextCursor === null ? null : searchedUntil}
            base={base}
          />
        )}
      </Card>
      {searchedUntil === null || nextCursor === null ? null : <SearchedUntil at={searchedUntil} />}
      <LogPager
        nextCursor={nextCursor}
        isFirstPage={isFirstPage}
        {...(searchedUntil === null ? {} : { older: t(($) => $.log.searchOn) })}
      />
      {archived === null || nextCursor !== null ? null : <Archived {...archived} />}
      {items.length > 0 ? <NetworkSources /> : null}
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <ZoneNote />
        <Link to={`${base}/captcha/erasures${search}`} className="text-link text-sm touch:py-3">
          {t(($) => $.log.erase)}
        </Link>
      </div>
    </Page>
  )
}

/** How far a search has come that ended for lack of time. */
function SearchedUntil({ at }: { at: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return <p className="mt-4 text-sm text-ink-2">{t(($) => $.log.searched, { time: formats.moment(at) })}</p>
}

/** Where older days are, at the end of the log. */
function Archived({ from, to }: ArchivedDays) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (from === null || to === null) return null
  // At noon, so that no time zone of a reader makes another day of it.
  const days = { from: formats.day(`${from}T12:00:00.000Z`), to: formats.day(`${to}T12:00:00.000Z`) }
  return <p className="mt-4 text-sm text-ink-2">{t(($) => $.log.archived, days)}</p>
}

/** The most asked filter, always in sight. The others stay as they are. */
function OutcomeFilter({ filter }: { filter: LogSearch }) {
  const { t } = useTranslation()
  return (
    <SegmentedControl label={t(($) => $.log.filter)} className="max-w-full overflow-x-auto">
      {[null, ...outcomes].map((outcome) => (
        <SegmentedItem key={outcome} asChild current={outcome === (filter.outcome ?? null)}>
          <Link to={`?${writeSearch(withFilter(filter, 'outcome', outcome))}`} preventScrollReset>
            {outcome === null ? t(($) => $.log.all) : t(($) => $.log.filters[outcome])}
          </Link>
        </SegmentedItem>
      ))}
    </SegmentedControl>
  )
}
