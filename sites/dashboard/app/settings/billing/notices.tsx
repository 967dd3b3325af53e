import type { Solution, SolutionPlan } from '@bollard/contracts'
import { useIsSending } from '@bollard/site-kit'
import { Alert, Button } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { planName } from '../../billing/plan-name.ts'
import { useBillingFormats } from '../../billing/use-billing-formats.ts'

interface NoticesProps {
  solution: Pick<Solution, 'lifecycle' | 'endsAt' | 'deletionAt' | 'locks'>
  plan: SolutionPlan
}

/** What somebody has to know, or do, about the plan before they read figures; the gravest first. */
export function Notices({ solution, plan }: NoticesProps) {
  const { t } = useTranslation()
  const formats = useBillingFormats()
  const { status, next, interval } = plan
  const isAdmin = plan.myRole === 'ADMIN'
  const locks = solution.locks.filter(({ reason }) => reason in lockTexts)
  return (
    <div className="mb-4 grid gap-3 empty:hidden">
      {locks.map(({ id, reason, effect, lockedAt }) => (
        <Alert key={id} kind="danger" title={t(($) => $.billing.notices.lockedTitle, { day: formats.day(lockedAt) })}>
          {t(($) => $.billing.notices.locks[lockTexts[reason as keyof typeof lockTexts]])}{' '}
          {t(($) => $.settings.locks.effects[effect])}
        </Alert>
      ))}
      {status === 'PAST_DUE' || status === 'UNPAID' || status === 'INCOMPLETE' ? (
        <Alert
          kind={status === 'UNPAID' ? 'danger' : 'warning'}
          title={t(($) => $.billing.notices.statusTitles[status])}
        >
          {t(($) => $.billing.notices.statusTexts[status])}
        </Alert>
      ) : null}
      {solution.lifecycle === 'CANCEL_SCHEDULED' ? (
        <Undo
          kind="warning"
          intent="undo-cancellation"
          label={isAdmin ? t(($) => $.billing.notices.undoCancellation) : null}
        >
          {solution.endsAt
            ? t(($) => $.billing.notices.cancelled, { day: formats.day(solution.endsAt) })
            : t(($) => $.billing.notices.cancelledSoon)}
        </Undo>
      ) : null}
      {status === 'CANCELED' ? (
        <Alert title={t(($) => $.billing.notices.endedTitle)}>
          {solution.deletionAt ? t(($) => $.billing.notices.ended, { day: formats.day(solution.deletionAt) }) : null}
        </Alert>
      ) : null}
      {next && interval && solution.lifecycle === 'ACTIVE' ? (
        <Undo
          kind="info"
          intent="undo-change"
          label={isAdmin ? t(($) => $.billing.notices.undoChange, { plan: planName(plan.planCode) }) : null}
        >
          {t(($) => $.billing.notices.change, { plan: planName(next.planCode), day: formats.day(next.at) })}
        </Undo>
      ) : null}
    </div>
  )
}

/** Locks that have to do with money; what the others say stands on the overview. */
const lockTexts = { PAYMENT_OVERDUE: 'payment', TRIAL_EXPIRED: 'trial', QUOTA_EXCEEDED: 'quota' } as const

/** A message with the button that takes back what it tells of, for those who may. */
function Undo({
  kind,
  intent,
  label,
  children,
}: {
  kind: 'info' | 'warning'
  intent: string
  label: string | null
  children: ReactNode
}) {
  const isSending = useIsSending()
  return (
    <Alert kind={kind}>
      <span className="grid gap-2.5">
        <span>{children}</span>
        {label === null ? null : (
          <Form method="post">
            <Button type="submit" size="dense" name="intent" value={intent} aria-disabled={isSending}>
              {label}
            </Button>
          </Form>
        )}
      </span>
    </Alert>
  )
}
