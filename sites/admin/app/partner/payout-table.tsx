import type { Payout } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { IntentAnswer } from '../frame/run-intent.server.ts'
import { useMoney } from '../frame/use-money.ts'
import { StatusForm } from './status-form.tsx'

interface PayoutTableProps {
  payouts: readonly Payout[]
  /** Undefined before a form was sent. */
  answer: IntentAnswer | undefined
  /** Whether states can be set here. */
  canSet?: boolean
}

const settled: readonly Payout['status'][] = ['COMPLETED', 'FAILED', 'CANCELED']
const settable = ['SENT', 'COMPLETED', 'FAILED', 'CANCELED'] as const

/** Payouts with their documents and, in a run, a form for what the bank did with each. */
export function PayoutTable({ payouts, answer, canSet = false }: PayoutTableProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const money = useMoney()
  if (payouts.length === 0) return <p className="text-sm text-ink-2">{t(($) => $.partner.noPayouts)}</p>
  return (
    <ul className="grid gap-4 text-sm">
      {payouts.map(({ id, organizationId, number, amount, status, failureReason }) => (
        <li key={id} className="grid gap-2 border-b border-line pb-4 last:border-0 last:pb-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-[560]">{money(amount)}</span>
            <Pill meaning={status === 'COMPLETED' ? 'human' : status === 'FAILED' ? 'bot' : 'info'}>
              {t(($) => $.partner.payoutStates[status])}
            </Pill>
            <Link to={`/${language}/organizations/${organizationId}`} className="text-link">
              {t(($) => $.partner.organization)}
            </Link>
            {number === null ? null : (
              // A file, so the browser fetches it past the router.
              <a
                href={`/${language}/partner/document?organization=${organizationId}&payout=${id}`}
                download
                className="text-link"
              >
                {number}
              </a>
            )}
          </p>
          {failureReason === null ? null : <p className="text-ink-2">{failureReason}</p>}
          {canSet && !settled.includes(status) ? (
            <StatusForm
              intent="payout"
              id={id}
              statuses={settable}
              wordOf={(next) => t(($) => $.partner.payoutStates[next])}
              answer={answer}
            />
          ) : null}
        </li>
      ))}
    </ul>
  )
}
