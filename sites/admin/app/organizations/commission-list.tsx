import type { Commission } from '@bollard/contracts'
import { Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { ListPager } from '../frame/list-search.tsx'
import type { IntentAnswer } from '../frame/run-intent.server.ts'
import { useMoney } from '../frame/use-money.ts'
import { StatusForm } from '../partner/status-form.tsx'

interface CommissionListProps {
  commissions: { items: readonly Commission[]; nextCursor: string | null }
  isFirstPage: boolean
  answer: IntentAnswer | undefined
}

/** States that a commission can still leave by an operator's word. */
const open: readonly Commission['status'][] = ['PENDING', 'APPROVED', 'HELD']
const settable = ['HELD', 'PENDING', 'CANCELED', 'FRAUD'] as const

/** Commissions of an organization; those that are not in a payout can be held, released or taken back. */
export function CommissionList({ commissions: { items, nextCursor }, isFirstPage, answer }: CommissionListProps) {
  const { t } = useTranslation()
  const money = useMoney()
  if (items.length === 0) return <p className="text-sm text-ink-2">{t(($) => $.partner.noCommissions)}</p>
  return (
    <>
      <ul className="grid gap-4">
        {items.map(({ id, period, amount, base, status, solutionLabel, customerMask, reason }) => (
          <li key={id} className="grid gap-2 border-b border-line pb-4 text-sm last:border-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-[560]">{money(amount)}</span>
              <span className="text-ink-2">
                {period} · {solutionLabel ?? customerMask} · {money(base)}
              </span>
              <Pill meaning={status === 'PAID' ? 'human' : status === 'FRAUD' ? 'bot' : 'neutral'}>
                {t(($) => $.partner.commissionStates[status])}
              </Pill>
            </p>
            {reason === null ? null : <p className="text-ink-2">{reason}</p>}
            {open.includes(status) ? (
              <StatusForm
                intent="commission"
                id={id}
                statuses={settable}
                wordOf={(next) => t(($) => $.partner.commissionStates[next])}
                answer={answer}
              />
            ) : null}
          </li>
        ))}
      </ul>
      <ListPager nextCursor={nextCursor} isFirstPage={isFirstPage} />
    </>
  )
}
