import type { Problem, StatusReport } from '@bollard/contracts'
import { Moment, ProblemAlert } from '@bollard/site-kit'
import { Button, Checkbox, TextAreaField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { Fold } from '../forms/fold.tsx'
import { useMonitoring } from '../monitoring/use-monitoring.ts'

/** A correction that was refused, as it was typed. */
export interface Refused {
  readonly updateId: string
  readonly text: string | null
  readonly problem: Problem
}

interface ReportUpdateProps {
  update: StatusReport['updates'][number]
  version: number
  /** Of components by their ids. */
  names: ReadonlyMap<string, string>
  refused: Refused | null
}

/** One update of a report; members correct its text or delete it. */
export function ReportUpdate({ update, version, names, refused }: ReportUpdateProps) {
  const { t } = useTranslation()
  const { mayAnswer } = useMonitoring()
  const words = t(($) => $.statusPages.reports, { returnObjects: true })
  const { id, stage, at, correctedAt, text, impacts } = update
  return (
    <li className="grid min-w-0 gap-1 text-sm">
      <p className="text-ink-2">
        {words.stages[stage]} · <Moment at={at} />
        {correctedAt === null ? null : (
          <>
            {' '}
            · {words.corrected} <Moment at={correctedAt} />
          </>
        )}
      </p>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
      {impacts.length === 0 ? null : (
        <p className="text-ink-2">
          {impacts
            .map(
              ({ componentId, impact }) => `${names.get(componentId) ?? '–'}: ${t(($) => $.monitoring.states[impact])}`,
            )
            .join(' · ')}
        </p>
      )}
      {mayAnswer ? (
        <div className="flex flex-wrap gap-2 pt-1">
          <ProblemAlert problem={refused?.problem} words={{ 'in-use': words.onlyUpdate }} />
          <Fold label={words.correct} isOpen={refused?.text != null}>
            <Form method="post" className="grid w-full max-w-[40rem] gap-3" preventScrollReset>
              <input type="hidden" name="reportUpdateId" value={id} />
              <input type="hidden" name="version" value={version} />
              <TextAreaField
                id={`text/${id}`}
                name="text"
                label={words.text}
                required
                maxLength={4_000}
                rows={4}
                defaultValue={refused?.text ?? text}
              />
              <Checkbox name="tellSubscribers" label={words.tellAgain} />
              <Button type="submit" name="do" value="correct" size="dense" className="justify-self-start">
                {words.saveCorrection}
              </Button>
            </Form>
          </Fold>
          <Fold label={words.deleteUpdate}>
            <p>{words.deleteUpdateAbout}</p>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="reportUpdateId" value={id} />
              <Button type="submit" name="do" value="delete-update" size="dense" variant="danger">
                {t(($) => $.monitoring.service.deleteNow)}
              </Button>
            </Form>
          </Fold>
        </div>
      ) : null}
    </li>
  )
}
