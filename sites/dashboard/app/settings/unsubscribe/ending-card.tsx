import type { Solution } from '@bollard/contracts'
import { ProblemAlert, type ShownProblem, useFormats, useIsSending } from '@bollard/site-kit'
import { Button, Card } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'

interface EndingCardProps {
  solution: Pick<Solution, 'lifecycle' | 'endsAt' | 'deletionAt'>
  /** When a solution that is to end will be erased. */
  erasedAt: string | null
  mayUndo: boolean
  problem: ShownProblem | null
}

/** That the solution ends or has ended, and the one button that takes it back. Nothing while it goes on. */
export function EndingCard({
  solution: { lifecycle, endsAt, deletionAt },
  erasedAt,
  mayUndo,
  problem,
}: EndingCardProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const isSending = useIsSending()
  const isScheduled = lifecycle === 'CANCEL_SCHEDULED'
  if (!isScheduled && lifecycle !== 'ENDED' && lifecycle !== 'DELETION_PENDING') return null
  const day = (at: string | null) => (at === null ? '' : formats.day(at))
  return (
    <Card className="grid gap-4 !border-doubt/40 sm:p-6">
      <h2 className="text-xl">
        {isScheduled
          ? t(($) => $.settings.ending.scheduled, { date: day(endsAt) })
          : t(($) => $.settings.ending.erasedOn, { date: day(deletionAt) })}
      </h2>
      <ProblemAlert problem={problem} words={{ 'state-conflict': t(($) => $.settings.ending.conflict) }} />
      <p className="max-w-[40rem] text-ink-2">
        {isScheduled
          ? t(($) => $.settings.ending.scheduledText, { date: day(endsAt), erased: day(erasedAt) })
          : t(($) => $.settings.ending.endedText)}
      </p>
      {mayUndo ? (
        <Form method="post">
          <input type="hidden" name="do" value={isScheduled ? 'undo' : 'restore'} />
          <Button type="submit" variant="primary" aria-disabled={isSending}>
            {isScheduled ? t(($) => $.settings.ending.undo) : t(($) => $.settings.ending.restore)}
          </Button>
        </Form>
      ) : null}
    </Card>
  )
}
