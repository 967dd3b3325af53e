import { Card, CardHeader } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** What may be enough instead, said once and without getting in the way. */
export function Alternatives({ base, userId, isPaid }: { base: string; userId: string; isPaid: boolean }) {
  const { t } = useTranslation()
  return (
    <Card className="sm:p-6">
      <CardHeader title={t(($) => $.settings.alternatives.title)} />
      <ul className="grid gap-3 text-sm">
        {isPaid ? (
          <Alternative to={`${base}/billing`} text={t(($) => $.settings.alternatives.free)}>
            {t(($) => $.settings.alternatives.toFree)}
          </Alternative>
        ) : null}
        <Alternative to={`${base}/general#lock`} text={t(($) => $.settings.alternatives.pause)}>
          {t(($) => $.settings.alternatives.toPause)}
        </Alternative>
        <Alternative
          to={`${base}/members/${encodeURIComponent(userId)}`}
          text={t(($) => $.settings.alternatives.leave)}
        >
          {t(($) => $.settings.alternatives.toLeave)}
        </Alternative>
      </ul>
    </Card>
  )
}

function Alternative({ to, text, children }: { to: string; text: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span aria-hidden="true" className="mt-[3px] h-4 w-1.5 shrink-0 rounded-post bg-line-strong" />
      <span>
        {text}{' '}
        <Link to={to} className="text-link">
          {children}
        </Link>
      </span>
    </li>
  )
}
