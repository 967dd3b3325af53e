import type { Feedback, FeedbackLabel, Role } from '@bollard/contracts'
import { problemText, useFormats } from '@bollard/site-kit'
import { Alert, Button, Card, CardHeader, Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useFetcher } from 'react-router'
import type { FeedbackAnswer } from './feedback-answer.ts'
import { WhoMay } from '../../frame/needs-role.tsx'

/** What the form sends to take a label back. */
const nothing = 'none'

/** Where a member says what the visitor really was. The pressed button takes its label back; a viewer only reads. */
export function FeedbackCard({ feedback, role }: { feedback: Feedback | null; role: Role }) {
  const { t } = useTranslation()
  return (
    <Card>
      <CardHeader title={t(($) => $.detail.feedback.title)} className="!mb-1.5" />
      {role === 'VIEWER' ? (
        <div className="grid gap-2 text-sm">
          <p>{t(($) => $.detail.feedback.viewer[feedback?.label ?? nothing])}</p>
          <Source feedback={feedback} />
          <p className="text-xs text-ink-3">
            <WhoMay>{t(($) => $.detail.feedback.roleTooLow, { role: t(($) => $.roles[role]) })}</WhoMay>
          </p>
        </div>
      ) : (
        <Choice feedback={feedback} />
      )}
    </Card>
  )
}

function Choice({ feedback }: { feedback: Feedback | null }) {
  const { t } = useTranslation()
  const fetcher = useFetcher<FeedbackAnswer>()
  const answer = fetcher.data
  const asked = fetcher.formData?.get('label')
  // While it is sent, the buttons already show what was pressed.
  const label = asked === undefined ? (feedback?.label ?? nothing) : asked
  const button = (own: FeedbackLabel, text: string) => (
    <Button
      type="submit"
      name="label"
      value={label === own ? nothing : own}
      size="dense"
      variant={label === own ? 'ink' : 'line'}
      aria-pressed={label === own}
      aria-disabled={fetcher.state !== 'idle'}
      className="touch:w-full"
    >
      {label === own ? <Icon name="check" /> : null}
      {text}
    </Button>
  )
  return (
    <div className="grid gap-3">
      <p className="text-xs text-ink-3">{t(($) => $.detail.feedback.text)}</p>
      <fetcher.Form method="post">
        <fieldset className="flex min-w-0 flex-wrap gap-2" aria-label={t(($) => $.detail.feedback.question)}>
          {button(
            'PERSON',
            t(($) => $.detail.feedback.person),
          )}
          {button(
            'BOT',
            t(($) => $.detail.feedback.bot),
          )}
        </fieldset>
      </fetcher.Form>
      {feedback ? (
        <div>
          <Source feedback={feedback} />
          <p className="text-xs text-ink-3">{t(($) => $.detail.feedback.again)}</p>
        </div>
      ) : null}
      {/* Stands there from the start, so that screen readers notice when words come into it. */}
      <output className="sr-only">
        {fetcher.state === 'idle' && answer && 'saved' in answer ? t(($) => $.detail.feedback.saved[answer.saved]) : ''}
      </output>
      {answer && 'problem' in answer ? (
        <Alert kind="danger" title={t(($) => $.detail.feedback.failed)}>
          {problemText(t, answer.problem)}
        </Alert>
      ) : null}
    </div>
  )
}

function Source({ feedback }: { feedback: Feedback | null }) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (feedback === null) return null
  const time = { time: formats.moment(feedback.at) }
  return (
    <p className="text-xs text-ink-2">
      {feedback.by === 'MEMBER'
        ? t(($) => $.detail.feedback.byMember, time)
        : t(($) => $.detail.feedback.byServer, time)}
      {feedback.comment === null ? null : (
        <span className="block [overflow-wrap:anywhere]">
          {t(($) => $.detail.feedback.comment, { comment: feedback.comment })}
        </span>
      )}
    </p>
  )
}
