import { type Review, reviewStates } from '@bollard/contracts'
import { Moment } from '@bollard/site-kit'
import { apiOf, loadPage, requireId } from '@bollard/site-kit/server'
import { Card, EmptyState, Pill, SegmentedControl, SegmentedItem } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ListPager } from '../../words/list-pager.tsx'
import { useFindingWords } from '../../words/use-finding-words.ts'
import { useProtection } from '../use-protection.ts'
import { InboxPage } from './inbox-page.tsx'
import type { Route } from './+types/reviews.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const search = new URL(request.url).searchParams
  const state = reviewStates.find((one) => one === search.get('state')) ?? 'WAITING'
  const cursor = search.get('cursor') ?? undefined
  const form = search.get('form')
  const formId = form === null ? undefined : requireId(context, request, form)
  const page = await loadPage(
    context,
    request,
    apiOf(context, request).listReviews({ solutionId, state, formId, cursor, limit: 50 }),
  )
  return { ...page, state, form: formId ?? null, isFirstPage: cursor === undefined }
}

export default function Reviews({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base } = useProtection()
  const { items, nextCursor, isFirstPage, state, form } = loaderData
  const words = t(($) => $.protection.reviews, { returnObjects: true })
  return (
    <InboxPage title={words.title} about={words.about}>
      <div className="flex flex-wrap items-center gap-3">
        <SegmentedControl label={words.state} className="max-w-full overflow-x-auto">
          {reviewStates.map((one) => (
            <SegmentedItem key={one} asChild current={one === state}>
              <Link to={`?state=${one}${form === null ? '' : `&form=${form}`}`}>{words.states[one]}</Link>
            </SegmentedItem>
          ))}
        </SegmentedControl>
        {form === null ? null : (
          <Link to={`?state=${state}`} className="text-link text-sm">
            {words.allForms}
          </Link>
        )}
      </div>
      <Card padded={false} className="overflow-hidden">
        {items.length === 0 ? (
          <EmptyState title={state === 'WAITING' ? words.none : words.noneOfState}>{words.noneAbout}</EmptyState>
        ) : (
          <ol className="divide-y divide-line">
            {items.map((review) => (
              <ReviewLine key={review.id} review={review} base={base} />
            ))}
          </ol>
        )}
      </Card>
      <ListPager nextCursor={nextCursor} isFirstPage={isFirstPage} />
    </InboxPage>
  )
}

function ReviewLine({ review, base }: { review: Review; base: string }) {
  const { t } = useTranslation()
  const findingWords = useFindingWords()
  const { id, at, form, excerpt, weight, codes, conclusion } = review
  return (
    <li className="grid min-w-0 gap-1 px-4 py-3.5 text-sm sm:px-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={`${base}/validations/reviews/${id}`} className="text-link min-w-0 [overflow-wrap:anywhere]">
          {excerpt === '' ? t(($) => $.protection.reviews.noText) : excerpt}
        </Link>
        {conclusion === 'DENY' ? <Pill meaning="bot">{t(($) => $.protection.reviews.refused)}</Pill> : null}
      </p>
      <p className="text-xs text-ink-2 [overflow-wrap:anywhere]">
        {form.name} · <Moment at={at} /> · {t(($) => $.protection.verdict.weight, { weight })}
        {codes.length === 0 ? null : ` · ${codes.map(findingWords.name).join(', ')}`}
      </p>
    </li>
  )
}
