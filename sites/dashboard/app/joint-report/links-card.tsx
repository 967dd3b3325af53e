import { reportLinkDaysMax, type ReportLink } from '@bollard/contracts'
import { Moment, ProblemAlert, useFieldErrors, useIsSending, useSite } from '@bollard/site-kit'
import { Alert, Button, Card, CardHeader, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import type { CurrentSolution } from '../frame/use-current-solution.ts'
import { monthInWords } from './months.ts'
import { EndForm } from './end-form.tsx'
import type { ReportAnswer } from './report-answer.ts'

interface LinksCardProps {
  links: readonly ReportLink[]
  /** Of the report that is shown, and that a new link is for. */
  month: string
  answer: ReportAnswer | null
  solution: Pick<CurrentSolution, 'myRole' | 'isVisit'>
}

/** Links by which anybody reads a report until they expire. */
export function LinksCard({ links, month, answer, solution }: LinksCardProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const words = t(($) => $.jointReport.links, { returnObjects: true })
  const isSending = useIsSending()
  const problem = answer?.did === 'link' ? answer.problem : null
  const { errorOf, formProps } = useFieldErrors(problem)
  const mayChange = !solution.isVisit && solution.myRole === 'ADMIN'
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <CardHeader title={words.title} className="!mb-0" />
      <p className="text-sm text-ink-2">{words.about}</p>
      {answer?.link ? (
        <Alert kind="success" title={words.made}>
          <a href={answer.link.url ?? ''} className="font-mono text-xs text-link [overflow-wrap:anywhere]">
            {answer.link.url}
          </a>
        </Alert>
      ) : null}
      {links.length === 0 ? null : (
        <ul className="grid divide-y divide-line text-sm">
          {links.map((link) => (
            <li key={link.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
              <span className="grid gap-0.5">
                {monthInWords(link.month, language)}
                <span className="text-xs text-ink-3">
                  {words.until} <Moment at={link.expiresAt} show="day" />
                </span>
              </span>
              {mayChange ? (
                <EndForm id={link.id} deed="unlink" label={words.end} about={monthInWords(link.month, language)} />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {mayChange ? (
        <Form
          key={links.length}
          method="post"
          preventScrollReset
          className="grid grid-cols-[minmax(0,1fr)] gap-3"
          {...formProps}
        >
          <ProblemAlert problem={problem} words={{ 'quota-exceeded': words.full }} />
          <input type="hidden" name="month" value={month} />
          <TextField
            label={words.days}
            error={errorOf('days')}
            name="days"
            type="number"
            min={1}
            max={reportLinkDaysMax}
            required
            defaultValue="30"
          />
          <Button
            type="submit"
            name="do"
            value="link"
            // The name of a month is long in some languages.
            className="!h-auto min-h-11 max-w-full justify-self-start py-2 !leading-tight !whitespace-normal"
            aria-disabled={isSending}
          >
            {t(($) => $.jointReport.links.create, { month: monthInWords(month, language) })}
          </Button>
        </Form>
      ) : null}
    </Card>
  )
}
