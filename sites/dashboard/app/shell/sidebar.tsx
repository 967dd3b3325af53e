import { useSite } from '@bollard/site-kit'
import { classNames, Icon, IconButton, Logo } from '@bollard/ui'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AccountMenu } from './account-menu.tsx'
import { Navigation } from './navigation.tsx'
import type { ListedSolution, SignedIn } from '../frame/use-signed-in.ts'
import { SolutionSwitcher } from './solution-switcher.tsx'

export interface SidebarProps {
  user: SignedIn['user']
  solutions: readonly ListedSolution[]
  current: ListedSolution | null
  /** Whether it covers a small window; on large ones it always stands beside the page. */
  open: boolean
  onClose: () => void
}

/**
 * The way around. On a phone it slides in over the page in 300 ms; the rest of the page is inert meanwhile, so focus stays in
 * it. Without JavaScript it stands above the page as plain links.
 */
export function Sidebar({ user, solutions, current, open, onClose }: SidebarProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (open) close.current?.focus()
  }, [open])
  return (
    <>
      <div
        aria-hidden="true"
        onClick={onClose}
        className={classNames(
          'fixed inset-0 z-30 bg-[rgb(13_14_16/.55)] transition-opacity duration-300 lg:hidden',
          open ? 'opacity-100' : 'pointer-events-none opacity-0',
        )}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape and Tab bubble up from the links inside */}
      <div
        id="menu"
        {...(open ? { role: 'dialog', 'aria-modal': true, 'aria-label': t(($) => $.nav.menu) } : {})}
        onKeyDown={(event) => {
          if (!open) return
          if (event.key === 'Escape') onClose()
          if (event.key === 'Tab') keepFocusInside(event)
        }}
        className={classNames(
          'z-40 flex flex-col gap-3.5 border-line bg-surface px-3 py-4 max-lg:border-b',
          'lg:sticky lg:top-0 lg:h-dvh lg:border-r',
          'max-lg:js:fixed max-lg:js:inset-y-0 max-lg:js:left-0 max-lg:js:w-[min(19rem,calc(100vw-3rem))] max-lg:js:duration-300 max-lg:js:ease-out',
          // Opening makes it visible at once, so that it can take the focus; closing hides it after it slid out.
          open
            ? 'max-lg:js:translate-x-0 max-lg:js:transition-[translate]'
            : 'max-lg:js:invisible max-lg:js:-translate-x-full max-lg:js:transition-[translate,visibility]',
        )}
      >
        <div className="flex items-start gap-2">
          <nav aria-label={t(($) => $.switcher.label)} className="min-w-0 flex-1">
            {solutions.length > 0 ? (
              <SolutionSwitcher solutions={solutions} current={current} />
            ) : (
              <Link to={`/${language}/dashboard`} className="inline-flex min-h-12 items-center rounded-sm px-2">
                <Logo name={t(($) => $.siteName)} />
              </Link>
            )}
          </nav>
          <IconButton
            ref={close}
            data-needs-js
            label={t(($) => $.nav.closeMenu)}
            size="normal"
            onClick={onClose}
            className={open ? 'lg:!hidden' : '!hidden'}
          >
            <Icon name="close" />
          </IconButton>
        </div>
        <div className="-mx-3 min-h-0 flex-1 overflow-y-auto px-3 py-0.5">
          <Navigation current={current} />
        </div>
        <AccountMenu user={user} />
      </div>
    </>
  )
}

/** The rest of the page is inert, but the link that skips to its content stands before all of it. */
function keepFocusInside(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button, input, summary')].filter(
    (stop) => stop.checkVisibility({ visibilityProperty: true }),
  )
  const edge = event.shiftKey ? stops[0] : stops.at(-1)
  if (document.activeElement !== edge) return
  event.preventDefault()
  const target = event.shiftKey ? stops.at(-1) : stops[0]
  target?.focus()
}
