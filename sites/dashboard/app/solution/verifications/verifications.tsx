import { logFilterSchema, type Outcome } from '@bollard/contracts'
import { apiOf } from '@bollard/site-kit/server'
import { Button, ButtonLink, Card, EmptyState, Icon, SegmentedControl, SegmentedItem } from '@bollard/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useRevalidator } from 'react-router'
import { loadPage } from '../../request/load-page.server.ts'
import { Pager } from '../../frame/pager.tsx'
import { LivePill } from '../../live/live-pill.tsx'
import { useLiveEvents } from '../../live/live-provider.tsx'
import { CodeSearch } from './code-search.tsx'
import { VerificationTable } from './verification-table.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { requireId } from '../../request/require-id.server.ts'
import { useSolution } from '../use-solution.ts'
import { ZoneNote } from '../../words/zone-note.tsx'
import type { Route } from './+types/verifications.ts'

const perPage = 25
const noPage = { items: [], nextCursor: null, searchedUntil: null }
const outcomes = ['PASSED', 'FLAGGED', 'REFUSED'] as const satisfies readonly Outcome[]

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const search = new URL(request.url).searchParams
  const outcome = outcomes.find((one) => one === search.get('outcome')) ?? null
  const code = search.get('code')?.trim().slice(0, 80) ?? ''
  const cursor = search.get('cursor') ?? undefined
  const isCode = logFilterSchema.shape.verificationId.safeParse(code).success
  const isWrong = code !== '' && !isCode
  const page = isWrong
    ? noPage
    : await loadPage(
        context,
        request,
        apiOf(context, request).listVerifications({
          solutionId,
          limit: perPage,
          cursor,
          outcome: outcome ?? undefined,
          verificationId: code === '' ? undefined : code,
        }),
      )
  return { ...page, outcome, code, isWrong, isFirstPage: cursor === undefined, now: Date.now() }
}

export default function Verifications({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb } = useSolution()
  const { items, nextCursor, outcome, code, isWrong, isFirstPage, now } = loaderData
  return (
    <Page title={t(($) => $.log.title)} crumbs={[crumb]} end={<LivePill />}>
      <PageTitle title={t(($) => $.log.title)}>
        <OutcomeFilter current={outcome} />
      </PageTitle>
      {isFirstPage && code === '' ? <NewOnes key={now} outcome={outcome} /> : null}
      <CodeSearch key={code} code={code} isWrong={isWrong} />
      <Card padded={false} className="overflow-hidden">
        {items.length > 0 ? (
          <VerificationTable
            label={t(($) => $.log.label)}
            verifications={items}
            base={`${base}/captcha/verifications`}
            now={now}
          />
        ) : (
          <Nothing isFirstPage={isFirstPage} isFiltered={outcome !== null} isSearched={code !== ''} base={base} />
        )}
      </Card>
      <Pager
        nextCursor={nextCursor}
        isFirstPage={isFirstPage}
        newest={t(($) => $.log.newest)}
        older={t(($) => $.log.older)}
      />
      <ZoneNote />
    </Page>
  )
}

function OutcomeFilter({ current }: { current: Outcome | null }) {
  const { t } = useTranslation()
  return (
    <SegmentedControl label={t(($) => $.log.filter)} className="max-w-full overflow-x-auto">
      <SegmentedItem asChild current={current === null}>
        <Link to="?" preventScrollReset>
          {t(($) => $.log.all)}
        </Link>
      </SegmentedItem>
      {outcomes.map((outcome) => (
        <SegmentedItem key={outcome} asChild current={outcome === current}>
          <Link to={`?outcome=${outcome}`} preventScrollReset>
            {t(($) => $.log.filters[outcome])}
          </Link>
        </SegmentedItem>
      ))}
    </SegmentedControl>
  )
}

/** A log that one is reading must not move by itself, so what is new waits behind a button that floats above it; on a phone below, where it hides no title. */
function NewOnes({ outcome }: { outcome: Outcome | null }) {
  const { t } = useTranslation()
  const revalidator = useRevalidator()
  const [count, setCount] = useState(0)
  useLiveEvents((event) => {
    if (event.kind === 'verification' && (outcome === null || event.verification.outcome === outcome))
      setCount((before) => before + 1)
  })
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-[70px] z-20 grid justify-items-center max-sm:top-auto max-sm:bottom-5 lg:pl-[248px]"
    >
      {count > 0 ? (
        <Button
          size="dense"
          variant="ink"
          className="pointer-events-auto !rounded-post shadow-float"
          onClick={() => void revalidator.revalidate()}
        >
          <Icon name="refresh" className="size-3.5" />
          {t(($) => $.log.new, { count })}
        </Button>
      ) : null}
    </div>
  )
}

function Nothing({
  isFirstPage,
  isFiltered,
  isSearched,
  base,
}: {
  isFirstPage: boolean
  isFiltered: boolean
  isSearched: boolean
  base: string
}) {
  const { t } = useTranslation()
  if (isSearched) return <EmptyState title={t(($) => $.log.emptyCodeTitle)}>{t(($) => $.log.emptyCode)}</EmptyState>
  if (!isFirstPage) return <EmptyState title={t(($) => $.log.endTitle)}>{t(($) => $.log.end)}</EmptyState>
  if (isFiltered) {
    return (
      <EmptyState
        title={t(($) => $.log.emptyFilterTitle)}
        action={
          <ButtonLink asChild>
            <Link to="?">{t(($) => $.log.emptyFilterAction)}</Link>
          </ButtonLink>
        }
      >
        {t(($) => $.log.emptyFilter)}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t(($) => $.log.emptyTitle)}
      action={
        <ButtonLink asChild variant="primary">
          <Link to={`${base}/set-up`}>{t(($) => $.log.emptyAction)}</Link>
        </ButtonLink>
      }
    >
      {t(($) => $.log.empty)}
    </EmptyState>
  )
}
