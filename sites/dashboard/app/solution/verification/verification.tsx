import { useFormats } from '@bollard/site-kit'
import { apiOf, attempt, load, requireId } from '@bollard/site-kit/server'
import { Card, CardHeader, CopyField, Icon, ScoreBar, scoreMeaning } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Link } from 'react-router'
import { Course } from './course.tsx'
import { type FeedbackAnswer, feedbackChoices } from './feedback-answer.ts'
import { FeedbackCard } from './feedback-card.tsx'
import { ReasonWeights } from './reason-weights.tsx'
import { Retrieval } from './retrieval.tsx'
import { VolumeReasons } from './volume-reasons.tsx'
import { Visitor } from './visitor.tsx'
import { OutcomePill } from '../verifications/outcome-pill.tsx'
import { isEvidence } from '../../words/reason-words.ts'
import { courseWords } from '../../words/decision-words.ts'
import { Page, PageTitle } from '../../frame/page.tsx'
import { useSolution } from '../use-solution.ts'
import { useCopyTexts } from '../../words/use-copy-texts.ts'
import { ZoneNote } from '../../words/zone-note.tsx'
import type { Route } from './+types/verification.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const verificationId = requireId(context, request, params.verificationId)
  const api = apiOf(context, request)
  const [verification, { threshold }] = await load(
    context,
    request,
    Promise.all([api.getVerification({ solutionId, verificationId }), api.getSiteSettings({ solutionId })]),
  )
  return { verification, threshold }
}

/** Stores what a member says of the visitor; `none` takes it back. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const verificationId = requireId(context, request, params.verificationId)
  const said = (await request.formData()).get('label')
  const label = feedbackChoices.find((one) => one === said)
  if (label === undefined) return data<FeedbackAnswer>({ problem: { code: 'validation-failed' } }, { status: 422 })
  const api = apiOf(context, request)
  const call =
    label === 'none'
      ? api.deleteFeedback({ solutionId, verificationId })
      : api.putFeedback({ solutionId, verificationId, feedbackDto: { label } })
  const answer = await attempt<unknown>(call)
  if (answer.ok) return data<FeedbackAnswer>({ saved: label })
  // Sign-in and strangers get the pages that fit; what is left can be said beside the buttons.
  if (answer.problem.status === 401 || answer.problem.status === 404)
    await load(context, request, api.getVerification({ solutionId, verificationId }))
  return data<FeedbackAnswer>({ problem: answer.problem }, { status: answer.problem.status })
}

export default function VerificationDetail({ loaderData: { verification, threshold } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb, solution } = useSolution()
  const formats = useFormats()
  const texts = useCopyTexts()
  const all = { label: t(($) => $.log.title), to: `${base}/captcha/verifications` }
  // Whom a rule or a key decided about at once was never judged.
  const [evidence = [], ofVolume = []] = [true, false].map((wanted) =>
    verification.reasons.filter((reason) => isEvidence(reason) === wanted),
  )
  const score = verification.decision.type === 'SCORE' || evidence.length > 0 ? verification.score : null
  return (
    <Page title={t(($) => $.detail.of, { time: formats.moment(verification.finishedAt) })} crumbs={[crumb, all]}>
      <p className="mt-5 -mb-4">
        <Link
          to={all.to}
          className="inline-flex items-center gap-2 rounded-sm touch:min-h-11 text-sm text-ink-2 hover:text-ink"
        >
          <Icon name="arrow-left" />
          {t(($) => $.detail.back)}
        </Link>
      </p>
      <PageTitle title={t(($) => $.detail.title)} subtitle={courseWords(t, verification)}>
        <OutcomePill outcome={verification.outcome} />
      </PageTitle>
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_380px]">
        <div className="grid content-start gap-4">
          {score !== null ? (
            <>
              <ScoreCard score={score} threshold={threshold} />
              <Card>
                <CardHeader title={t(($) => $.detail.reasons)} className="!mb-1" />
                <ReasonWeights reasons={evidence} />
              </Card>
            </>
          ) : (
            <>
              <Card>
                <CardHeader title={t(($) => $.detail.score)} className="!mb-1" />
                <p className="text-sm text-ink-2">{t(($) => $.detail.notScored)}</p>
              </Card>
              <Visitor verification={verification} />
            </>
          )}
          {ofVolume.length > 0 ? (
            <Card>
              <CardHeader title={t(($) => $.detail.volume)} className="!mb-1" />
              <VolumeReasons reasons={ofVolume} />
            </Card>
          ) : null}
          <Course verification={verification} />
        </div>
        <div className="grid content-start items-start gap-4 md:max-xl:grid-cols-2">
          <FeedbackCard feedback={verification.feedback} role={solution.myRole} />
          <Retrieval verification={verification} />
          {score !== null ? <Visitor verification={verification} /> : null}
          <Card>
            <CopyField label={t(($) => $.detail.id)} value={verification.verificationId} texts={texts} />
          </Card>
        </div>
      </div>
      <ZoneNote />
    </Page>
  )
}

/** Where work is raised, as the bar shows it. */
const doubtFrom = 0.3

/** `threshold` is where hard evidence stops a visitor, as the site is set today. */
function ScoreCard({ score, threshold }: { score: number; threshold: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = { score: formats.score(score), doubt: formats.score(doubtFrom), bot: formats.score(threshold) }
  const colours = { human: 'text-human', doubt: 'text-doubt', bot: 'text-bot' } as const
  return (
    <Card>
      <CardHeader title={t(($) => $.detail.score)} className="!mb-1" />
      <p
        className={`tabular font-display text-3xl leading-none font-[640] tracking-[-0.02em] ${colours[scoreMeaning(score)]}`}
      >
        {words.score}
      </p>
      <p className="mt-1 mb-4 text-sm text-ink-2">{t(($) => $.detail.scoreText)}</p>
      <ScoreBar score={score} label={t(($) => $.detail.scoreBar, words)} />
      <div className="mt-2 text-xs text-ink-3">
        <p className="flex justify-between">
          <span>0 · {t(($) => $.detail.person)}</span>
          <span>1 · {t(($) => $.detail.bot)}</span>
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4 tabular">
          <span>{t(($) => $.detail.doubtFrom, { score: words.doubt })}</span>
          <span>{t(($) => $.detail.botFrom, { score: words.bot })}</span>
        </p>
      </div>
    </Card>
  )
}
