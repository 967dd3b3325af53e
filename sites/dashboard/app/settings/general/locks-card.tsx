import type { Lock } from '@bollard/contracts'
import { Moment, ProblemAlert, type ShownProblem, useIsSending, useSite } from '@bollard/site-kit'
import { Button, ButtonLink, Card, CardHeader, Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'
import { remedyOf } from '../../frame/remedy-of.ts'
import { useSettings } from '../use-settings.ts'

/** Every open lock: why, what it does to visitors, and what opens it. */
export function LocksCard({ locks, problem }: { locks: readonly Lock[]; problem: ShownProblem | null }) {
  const { t } = useTranslation()
  return (
    <Card id="locks" className="!border-doubt/40 sm:p-6">
      <CardHeader title={t(($) => $.settings.locks.title, { count: locks.length })} />
      <ProblemAlert problem={problem} words={{ 'state-conflict': t(($) => $.settings.locks.gone) }} />
      <ul className="grid gap-5">
        {locks.map((lock) => (
          <LockRow key={lock.id} lock={lock} />
        ))}
      </ul>
    </Card>
  )
}

function LockRow({ lock }: { lock: Lock }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { solution } = useSettings()
  const message = lock.publicMessage[language] ?? lock.publicMessage.en ?? lock.publicMessage.de
  return (
    <li className="flex gap-3">
      <span aria-hidden="true" className="grid size-9 shrink-0 place-items-center rounded-md bg-doubt-wash text-doubt">
        <Icon name="lock" />
      </span>
      <div className="grid min-w-0 gap-1.5 text-sm">
        <p className="text-base font-[560]">{t(($) => $.settings.locks.reasons[lock.reason].name)}</p>
        <p className="text-ink-2">
          {t(($) => $.settings.locks.since)} <Moment at={lock.lockedAt} />
          {lock.lockedUntil === null ? null : (
            <>
              {' '}
              {t(($) => $.settings.locks.until)} <Moment at={lock.lockedUntil} />
            </>
          )}
        </p>
        <p>{t(($) => $.settings.locks.effects[lock.effect])}</p>
        {message === undefined ? null : (
          <blockquote className="border-s-3 border-line-strong ps-3 [overflow-wrap:anywhere] text-ink-2">
            {message}
          </blockquote>
        )}
        <p>{t(($) => $.settings.locks.reasons[lock.reason].remedy)}</p>
        {solution.myRole === 'ADMIN' || remedyOf(lock.reason) === 'appeal' ? (
          <WayOut lock={lock} />
        ) : (
          <p className="text-ink-2">{t(($) => $.settings.locks.askAdmin)}</p>
        )}
      </div>
    </li>
  )
}

/** What the reader can do about it here. */
function WayOut({ lock }: { lock: Lock }) {
  const { t } = useTranslation()
  const { operatorEmail } = useSite()
  const { solution, base } = useSettings()
  const isSending = useIsSending()
  const remedy = remedyOf(lock.reason)
  if (remedy === 'open') {
    return (
      <Form method="post" className="mt-1">
        <input type="hidden" name="do" value="unlock" />
        <input type="hidden" name="lockId" value={lock.id} />
        <Button type="submit" size="dense" variant="primary" aria-disabled={isSending}>
          {t(($) => $.settings.locks.open)}
        </Button>
      </Form>
    )
  }
  if (remedy === 'appeal') {
    return operatorEmail === null ? (
      <p className="text-ink-2">{t(($) => $.settings.locks.answerMail)}</p>
    ) : (
      <p>
        {t(($) => $.settings.locks.appeal)}{' '}
        <a
          className="text-link"
          href={`mailto:${operatorEmail}?subject=${encodeURIComponent(`${solution.label} (${solution.id})`)}`}
        >
          {operatorEmail}
        </a>
      </p>
    )
  }
  if (remedy === null) return null
  const [to, text] =
    remedy === 'billing'
      ? [`${base}/billing`, t(($) => $.settings.locks.toBilling)]
      : [base.replace(/settings$/u, 'secret-key'), t(($) => $.settings.locks.toSecretKey)]
  return (
    <ButtonLink asChild size="dense" variant="primary" className="mt-1 justify-self-start">
      <Link to={to}>{text}</Link>
    </ButtonLink>
  )
}
