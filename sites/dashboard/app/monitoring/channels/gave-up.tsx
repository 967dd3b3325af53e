import type { Notification } from '@bollard/contracts'
import { Moment, useIsSending } from '@bollard/site-kit'
import { Button, Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'

/** Messages that never arrived, why, and a button for each and for all of them. Nothing while there are none. */
export function GaveUp({ messages, mayChange }: { messages: readonly Notification[]; mayChange: boolean }) {
  const { t } = useTranslation()
  const words = t(($) => $.monitoring.channels, { returnObjects: true })
  const errors: Readonly<Record<string, string>> = words.errors
  if (messages.length === 0) return null
  return (
    <Card padded={false} className="overflow-hidden">
      <CardHeader title={words.gaveUp} className="!mb-0 px-5 pt-5 pb-3.5 sm:px-6 sm:pt-6" />
      <div className="grid justify-items-start gap-3 px-5 pb-3.5 text-sm text-ink-2 sm:px-6">
        <p>{words.gaveUpAbout}</p>
        {mayChange ? <Again label={words.againAll} /> : null}
      </div>
      <ol className="divide-y divide-line border-t border-line">
        {messages.map(({ id, alerts, createdAt, error, httpStatus }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-5 py-3.5 text-sm sm:px-6"
          >
            <div className="min-w-0 [overflow-wrap:anywhere]">
              <p>{alerts.map(({ serviceName, event }) => `${serviceName} – ${words.events[event]}`).join(', ')}</p>
              <p className="text-ink-2">
                <Moment at={createdAt} />
                {error === null ? null : ` · ${errors[error] ?? error}`}
                {httpStatus === null ? null : ` · HTTP ${httpStatus}`}
              </p>
            </div>
            {mayChange ? <Again label={words.again} id={id} /> : null}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Again({ label, id }: { label: string; id?: string }) {
  const isSending = useIsSending()
  return (
    <Form method="post" preventScrollReset>
      {id === undefined ? null : <input type="hidden" name="id" value={id} />}
      <Button type="submit" name="do" value="again" size="dense" aria-disabled={isSending}>
        {label}
      </Button>
    </Form>
  )
}
