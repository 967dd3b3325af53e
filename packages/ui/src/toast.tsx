import type { ComponentProps } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import type { NotificationType } from './notification-progress.ts'

export interface NotificationTexts {
  /** Name of the whole stack. */
  region: string
  dismiss: string
  types: Record<NotificationType, string>
}

/** Where toasts lie: above the page, without keeping anybody from what is beside them. */
export const toastPlace =
  'pointer-events-none fixed end-4 bottom-4 z-50 grid w-[min(23rem,calc(100vw-2rem))] gap-2.5 print:hidden'

const looks: Record<NotificationType, { icon: IconName; mark: string; bar: string }> = {
  INFO: { icon: 'info', mark: 'bg-info-wash text-info', bar: 'bg-info' },
  SUCCESS: { icon: 'check', mark: 'bg-human-wash text-human', bar: 'bg-human' },
  WARNING: { icon: 'alert', mark: 'bg-doubt-wash text-doubt', bar: 'bg-doubt' },
  DANGER: { icon: 'alert', mark: 'bg-bot-wash text-bot', bar: 'bg-bot' },
}

/** What a toast looks like. Whoever shows it gives it a role and runs its bar down, which is there unless `isKept`. */
export function ToastFrame({
  type,
  title,
  description,
  isKept,
  texts,
  onDismiss,
  ...rest
}: Omit<ComponentProps<'div'>, 'title'> & {
  type: NotificationType
  title: string
  description?: string | undefined
  isKept: boolean
  texts: NotificationTexts
  onDismiss?: () => void
}) {
  const look = looks[type]
  return (
    <div
      data-slot="toast"
      data-type={type}
      className="pointer-events-auto overflow-hidden rounded-md border border-line bg-surface shadow-float"
      {...rest}
    >
      <div className="flex items-start gap-3 p-3">
        <span className={classNames('grid size-7 shrink-0 place-items-center rounded-dense', look.mark)}>
          <Icon name={look.icon} />
        </span>
        <div className="me-auto min-w-0 pt-0.5 text-sm [overflow-wrap:anywhere]">
          <p className="font-[560]">
            <span className="sr-only">{texts.types[type]}: </span>
            <span data-slot="toast-title">{title}</span>
          </p>
          {description === undefined ? null : (
            <p data-slot="toast-description" className="text-ink-2">
              {description}
            </p>
          )}
        </div>
        <IconButton label={texts.dismiss} onClick={onDismiss} className="-mt-1 -me-1">
          <Icon name="close" />
        </IconButton>
      </div>
      {isKept ? null : (
        <div
          data-slot="toast-bar"
          aria-hidden="true"
          className={classNames(
            'h-[3px] w-full origin-left rtl:origin-right rounded-post motion-reduce:hidden',
            look.bar,
          )}
        />
      )}
    </div>
  )
}
