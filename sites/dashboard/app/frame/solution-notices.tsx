import { useFormats, useSite } from '@bollard/site-kit'
import { Alert } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { FactorNotice } from './factor-notice.tsx'
import { useCurrentSolution } from './use-current-solution.ts'

/** Said by the page of the bills itself, with what is to be done about it. */
const saidWithBills: ReadonlySet<string> = new Set(['PAYMENT_OVERDUE', 'TRIAL_EXPIRED', 'QUOTA_EXCEEDED'])

/** On every page of a solution: that its admins need a second factor, that it is locked, and that it ends. The pages that say all about it leave it out. */
export function SolutionNotices() {
  const { t } = useTranslation()
  const { language } = useSite()
  const formats = useFormats()
  const { pathname } = useLocation()
  const solution = useCurrentSolution()
  if (!solution) return null
  const { lifecycle, endsAt, deletionAt } = solution
  const settings = `/${language}/solutions/${solution.id}/settings`
  const isOnBills = pathname === `${settings}/billing`
  const locks = isOnBills ? solution.locks.filter(({ reason }) => !saidWithBills.has(reason)) : solution.locks
  const isOn = (page: string) => pathname.startsWith(`${settings}/${page}`)
  return (
    <>
      <FactorNotice from={solution.secondFactorFrom} />
      {locks.length === 0 || isOn('general') ? null : (
        <Notice title={t(($) => $.settings.locks.title, { count: locks.length })}>
          <ul className="grid gap-1">
            {locks.map(({ id, reason, effect }) => (
              <li key={id}>
                {t(($) => $.settings.locks.reasons[reason].name)} {t(($) => $.settings.locks.effects[effect])}
              </li>
            ))}
          </ul>
          <NoticeLink to={`${settings}/general`}>{t(($) => $.settings.locks.wayOut)}</NoticeLink>
        </Notice>
      )}
      {lifecycle === 'CANCEL_SCHEDULED' && endsAt !== null && !isOn('unsubscribe') && !isOnBills ? (
        <Notice title={t(($) => $.settings.ending.scheduled, { date: formats.day(endsAt) })}>
          <NoticeLink to={`${settings}/unsubscribe`}>{t(($) => $.settings.ending.details)}</NoticeLink>
        </Notice>
      ) : null}
      {(lifecycle === 'ENDED' || lifecycle === 'DELETION_PENDING') && !isOn('unsubscribe') && !isOnBills ? (
        <Notice
          title={
            deletionAt === null
              ? t(($) => $.settings.ending.ended)
              : t(($) => $.settings.ending.erasedOn, { date: formats.day(deletionAt) })
          }
        >
          {t(($) => $.settings.ending.readOnly)}{' '}
          <NoticeLink to={`${settings}/unsubscribe`}>{t(($) => $.settings.ending.details)}</NoticeLink>
        </Notice>
      ) : null}
    </>
  )
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert kind="warning" title={title} className="mt-5">
      {children}
    </Alert>
  )
}

function NoticeLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-link">
      {children}
    </Link>
  )
}
