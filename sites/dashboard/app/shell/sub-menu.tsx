import { classNames, Icon, type IconName } from '@bollard/ui'
import { type ReactNode, useId, useState } from 'react'

/** An entry of the sidebar with entries below it, open at first. Opens and closes in 250 ms. */
export function SubMenu({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  const [open, setOpen] = useState(true)
  const id = useId()
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-[2.125rem] w-full items-center gap-2.5 rounded-[8px] px-2.5 text-start text-sm text-ink-2 hover:bg-sunken hover:text-ink touch:min-h-11"
      >
        <Icon name={icon} className="size-4 shrink-0 opacity-85" />
        <span className="me-auto">{title}</span>
        <Icon
          name="chevron-down"
          className={classNames(
            'size-3.5 text-ink-3 transition-transform duration-250',
            !open && '-rotate-90 rtl:rotate-90',
          )}
        />
      </button>
      <div
        id={id}
        className={classNames(
          'grid transition-[grid-template-rows,visibility] duration-250 ease-out',
          open ? 'visible grid-rows-[1fr]' : 'invisible grid-rows-[0fr]',
        )}
      >
        <div className="min-h-0 overflow-hidden">
          <div className="grid gap-0.5 pt-0.5">{children}</div>
        </div>
      </div>
    </div>
  )
}
