import type { ReviewDetail } from '@bollard/contracts'
import { Moment, ProblemAlert, textOf, useFormats, useIsSending } from '@bollard/site-kit'
import { act, apiOf, attempt, load, requireId } from '@bollard/site-kit/server'
import { Button, ButtonLink, Card, CardHeader, Pill } from '@bollard/ui'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { data, Form, Link, redirect } from 'react-router'
import { Page, PageTitle } from '../../frame/page.tsx'
import { useProtection } from '../use-protection.ts'
import { nextAfter } from './next-after.ts'
import { useReviewKeys } from './use-review-keys.ts'
import { Verdict } from './verdict.tsx'
import type { Route } from './+types/review.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const reviewId = requireId(context, request, params.reviewId)
  const api = apiOf(context, request)
  const [review, waiting] = await Promise.all([
    load(context, request, api.getReview({ solutionId, reviewId })),
    attempt(api.listReviews({ solutionId, state: 'WAITING', limit: 100 })),
  ])
  return { review, next: waiting.ok ? nextAfter(waiting.value.items, reviewId) : null }
}

/** Decides, and leads to the next message that waits. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const reviewId = requireId(context, request, params.reviewId)
  const form = await request.formData()
  const state = textOf(form, 'state') === 'APPROVED' ? 'APPROVED' : 'REJECTED'
  const answer = await act(
    { context, request },
    apiOf(context, request).decideReview({ solutionId, reviewId, reviewDecisionDto: { state } }),
  )
  if (!answer.ok) return data({ problem: answer.problem }, { status: answer.problem.status })
  const next = textOf(form, 'next')
  const inbox = `/${params.language}/solutions/${solutionId}/protection/validations/reviews`
  throw redirect(next === '' ? inbox : `${inbox}/${encodeURIComponent(next)}`)
}

export default function ReviewPage({ loaderData: { review, next }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const { base, crumb, home } = useProtection()
  const form = useRef<HTMLFormElement>(null)
  const hasKeys = useReviewKeys(form)
  const words = t(($) => $.protection.reviews, { returnObjects: true })
  const title = t(($) => $.protection.reviews.one, { form: review.form.name })
  const crumbs = [crumb, { label: words.title, to: `${base}/validations/reviews` }]
  return (
    <Page title={title} crumbs={crumbs}>
      <PageTitle title={title}>
        <Pill meaning={review.state === 'WAITING' ? 'doubt' : review.state === 'APPROVED' ? 'human' : 'bot'} mark>
          {words.states[review.state]}
        </Pill>
      </PageTitle>
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        <ProblemAlert problem={actionData?.problem} />
        <Card className="grid min-w-0 gap-4 sm:p-6">
          <p className="text-sm text-ink-2">
            <Moment at={review.at} /> · {t(($) => $.protection.verdict.weight, { weight: review.weight })} ·{' '}
            {words.keptUntil} <Moment at={review.keptUntil} show="day" />
          </p>
          <Values review={review} />
        </Card>
        <Form ref={form} method="post" className="flex flex-wrap items-center gap-2.5">
          <input type="hidden" name="next" value={next ?? ''} />
          <Button type="submit" name="state" value="APPROVED" variant="primary" aria-disabled={isSending}>
            {words.approve}
          </Button>
          <Button type="submit" name="state" value="REJECTED" variant="danger" aria-disabled={isSending}>
            {words.reject}
          </Button>
          {next === null ? null : (
            <ButtonLink asChild variant="quiet">
              <Link to={`${base}/validations/reviews/${next}`}>{words.next}</Link>
            </ButtonLink>
          )}
          {hasKeys ? <span className="text-xs text-ink-3 max-sm:hidden">{words.keys}</span> : null}
        </Form>
        <p className="text-xs text-ink-3">{words.teaches}</p>
        <TellingWords words={review.tellingWords} />
        {review.verificationId === null ? null : (
          <p className="text-sm">
            <Link to={`${home}/captcha/verifications/${review.verificationId}`} className="text-link">
              {words.verification}
            </Link>
          </p>
        )}
      </div>
    </Page>
  )
}

/** What was sent, field by field, each with what was found in it. */
function Values({ review: { values, fields } }: { review: ReviewDetail }) {
  return (
    <dl className="grid min-w-0 gap-4">
      {Object.entries(values).map(([name, value]) => {
        const verdict = fields.find((field) => field.name === name)
        return (
          <div key={name} className="grid min-w-0 gap-1.5">
            <dt className="text-xs text-ink-3">{name}</dt>
            <dd className="rounded-md bg-sunken p-3 text-sm [overflow-wrap:anywhere] whitespace-pre-wrap">{value}</dd>
            {verdict === undefined ? null : (
              <dd>
                <Verdict verdict={verdict} />
              </dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}

function TellingWords({ words }: { words: ReviewDetail['tellingWords'] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (words.length === 0) return null
  return (
    <Card className="sm:p-6">
      <CardHeader title={t(($) => $.protection.reviews.telling)} />
      <ul className="flex flex-wrap gap-2">
        {words.map(({ words: text, share }) => (
          <li key={text} className="[overflow-wrap:anywhere]">
            <Pill meaning={share >= 0.5 ? 'bot' : 'human'}>
              {text} · {t(($) => $.protection.reviews.spamShare, { share: formats.share(share) })}
            </Pill>
          </li>
        ))}
      </ul>
    </Card>
  )
}
