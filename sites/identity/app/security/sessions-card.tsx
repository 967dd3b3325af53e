import { ProblemAlert, useIsSending } from '@bollard/site-kit'
import { Button, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import type { SecurityAnswer } from './change-security.server.ts'
import { Named } from './passkey-row.tsx'
import { SecurityCard } from './security-card.tsx'

/** A session with its moments in words. */
export interface ShownSession {
  id: string
  current: boolean
  browser: string | null
  operatingSystem: string | null
  network: string | null
  createdAt: string
  lastActiveAt: string
}

/** Where one is signed in; each can be ended, and all others at once. */
export function SessionsCard({
  sessions,
  answer,
}: {
  sessions: readonly ShownSession[]
  answer: SecurityAnswer | null
}) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  return (
    <SecurityCard title={t(($) => $.security.sessions.title)} about={t(($) => $.security.sessions.about)}>
      <ProblemAlert problem={answer?.problem} />
      <ul className="divide-y divide-line rounded-md border border-line">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Form method="post">
          <input type="hidden" name="intent" value="deleteOtherSessions" />
          <Button type="submit" aria-disabled={isSending}>
            {t(($) => $.security.sessions.endOthers)}
          </Button>
        </Form>
      ) : null}
    </SecurityCard>
  )
}

function SessionRow({ session }: { session: ShownSession }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const browser = session.browser ?? t(($) => $.security.sessions.unknownBrowser)
  const name =
    session.operatingSystem === null
      ? browser
      : t(($) => $.security.sessions.browserOn, { browser, system: session.operatingSystem })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5">
      <div className="me-auto grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-[560]">
          {name}
          {session.current ? <Pill meaning="human">{t(($) => $.security.sessions.current)}</Pill> : null}
        </p>
        <p className="text-sm text-ink-2">
          {t(($) => $.security.sessions.created, { when: session.createdAt })}
          {session.current ? null : ` · ${t(($) => $.security.sessions.lastActive, { when: session.lastActiveAt })}`}
        </p>
        {session.network === null ? null : <p className="font-mono text-xs break-all text-ink-3">{session.network}</p>}
      </div>
      {session.current ? null : (
        <Form method="post">
          <input type="hidden" name="intent" value="deleteSession" />
          <input type="hidden" name="sessionId" value={session.id} />
          <Button type="submit" size="dense" aria-disabled={isSending}>
            <Named text={t(($) => $.security.sessions.end)} name={name} />
          </Button>
        </Form>
      )}
    </li>
  )
}
