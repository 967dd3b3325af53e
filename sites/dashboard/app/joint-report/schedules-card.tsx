import type { ReportSchedule } from '@bollard/contracts'
import { languageNames } from '@bollard/i18n'
import { Moment, ProblemAlert, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { Button, Card, CardHeader, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { NeedsRole } from '../frame/needs-role.tsx'
import type { CurrentSolution } from '../frame/use-current-solution.ts'
import { EndForm } from './end-form.tsx'
import type { ReportAnswer } from './report-answer.ts'

interface SchedulesCardProps {
  schedules: readonly ReportSchedule[]
  answer: ReportAnswer | null
  solution: Pick<CurrentSolution, 'id' | 'myRole' | 'isVisit'>
}

/** To whom the report goes by mail. */
export function SchedulesCard({ schedules, answer, solution }: SchedulesCardProps) {
  const { t } = useTranslation()
  const words = t(($) => $.jointReport.schedules, { returnObjects: true })
  const isSending = useIsSending()
  const problem = answer?.did === 'schedule' ? answer.problem : null
  const { errorOf, formProps } = useFieldErrors(problem)
  const mayChange = !solution.isVisit && (solution.myRole === 'MEMBER' || solution.myRole === 'ADMIN')
  return (
    <Card className="grid gap-4">
      <CardHeader title={words.title} className="!mb-0" />
      <p className="text-sm text-ink-2">{words.about}</p>
      {schedules.length === 0 ? null : (
        <ul className="grid divide-y divide-line text-sm">
          {schedules.map(({ id, emails, language, lastSentAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2">
              <span className="grid min-w-0 gap-0.5 [overflow-wrap:anywhere]">
                {emails.join(', ')}
                <span className="text-xs text-ink-3">
                  {languageNames[language]} ·{' '}
                  {lastSentAt === null ? words.never : <Moment at={lastSentAt} show="day" />}
                </span>
              </span>
              {mayChange ? <EndForm id={id} deed="unschedule" label={words.end} about={emails.join(', ')} /> : null}
            </li>
          ))}
        </ul>
      )}
      {mayChange ? (
        <Form key={schedules.length} method="post" preventScrollReset className="grid gap-3" {...formProps}>
          <ProblemAlert problem={problem} words={{ 'quota-exceeded': words.full }} />
          <TextField
            label={words.emails}
            hint={words.emailsHint}
            error={errorOf('emails')}
            name="emails"
            required
            maxLength={1_000}
            autoComplete="off"
          />
          <Button type="submit" name="do" value="schedule" className="justify-self-start" aria-disabled={isSending}>
            {words.create}
          </Button>
        </Form>
      ) : (
        <NeedsRole needed="MEMBER" solution={solution} />
      )}
    </Card>
  )
}
