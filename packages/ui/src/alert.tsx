import type { ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

export type AlertKind = 'info' | 'success' | 'warning' | 'danger'

const looks: Record<AlertKind, { box: string; icon: IconName; mark: string }> = {
  info: { box: 'bg-info-wash border-info/30', icon: 'info', mark: 'text-info' },
  success: { box: 'bg-human-wash border-human/30', icon: 'check', mark: 'text-human' },
  warning: { box: 'bg-doubt-wash border-doubt/30', icon: 'alert', mark: 'text-doubt' },
  danger: { box: 'bg-bot-wash border-bot/30', icon: 'alert', mark: 'text-bot' },
}

/** A message that stays on the page. Dangers are announced at once, the rest when the reader pauses. Can take focus through `ref`. */
export function Alert({
  kind = 'info',
  title,
  children,
  ref,
  className,
}: {
  kind?: AlertKind
  title?: ReactNode
  children?: ReactNode
  ref?: Ref<HTMLDivElement>
  className?: string
}) {
  const look = looks[kind]
  return (
    <div
      ref={ref}
      tabIndex={-1}
      data-slot="alert"
      role={kind === 'danger' ? 'alert' : 'status'}
      className={classNames('flex gap-3 rounded-md border px-4 py-3 text-sm', look.box, className)}
    >
      <Icon name={look.icon} className={classNames('mt-0.5 size-4 shrink-0', look.mark)} />
      <div className="grid gap-0.5">
        {title ? <p className="font-[560]">{title}</p> : null}
        {children ? <div>{children}</div> : null}
      </div>
    </div>
  )
}
