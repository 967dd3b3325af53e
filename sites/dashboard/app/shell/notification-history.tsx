import { Moment } from '@bollard/site-kit'
import { Dialog, Icon, type NotificationType, panelRow, Pill, useNotificationHistory } from '@bollard/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

const meanings = { INFO: 'info', SUCCESS: 'human', WARNING: 'doubt', DANGER: 'bot' } as const satisfies Record<
  NotificationType,
  string
>

/** The button of the account menu that opens what was told, for whoever did not read it in time. */
export function NotificationHistory() {
  const { t } = useTranslation()
  const history = useNotificationHistory()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" data-needs-js className={panelRow} onClick={() => setOpen(true)}>
        <Icon name="clock" className="size-4 text-ink-3" />
        {t(($) => $.account.notifications.title)}
      </button>
      <Dialog
        title={t(($) => $.account.notifications.title)}
        closeLabel={t(($) => $.elements.close)}
        open={isOpen}
        onOpenChange={setOpen}
      >
        {history.length === 0 ? (
          <p className="text-sm text-ink-2">{t(($) => $.account.notifications.empty)}</p>
        ) : (
          <ul className="grid gap-3">
            {history.map(({ id, at, type, title, description }) => (
              <li key={id} className="grid gap-1 border-b border-line pb-3 text-sm last:border-0 last:pb-0">
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <Pill mark meaning={meanings[type]}>
                    {t(($) => $.elements.notification[type])}
                  </Pill>
                  <Moment at={at.toISOString()} show="clock" className="text-ink-3" />
                </span>
                <span className="[overflow-wrap:anywhere]">{title}</span>
                {description ? <span className="text-ink-2">{description}</span> : null}
              </li>
            ))}
          </ul>
        )}
      </Dialog>
    </>
  )
}
