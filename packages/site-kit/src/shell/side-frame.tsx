import { classNames, Icon, IconButton } from '@bollard/ui'
import { createContext, type KeyboardEvent, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useFocusOnAnswer, useFocusOnNewPage } from './keep-focus.ts'

const OpenMenu = createContext<() => void>(() => {})

export interface SideFrameProps {
  /** Name of the menu while it covers a small window. */
  label: string
  closeLabel: string
  /** Above the way around, such as the name of the site. */
  head: ReactNode
  nav: ReactNode
  foot: ReactNode
  children: ReactNode
}

/**
 * The way around beside a page. On a phone it slides in over the page in 300 ms; the rest of the page is inert meanwhile, so focus
 * stays in it. Without JavaScript it stands above the page as plain links.
 */
export function SideFrame({ label, closeLabel, head, nav, foot, children }: SideFrameProps) {
  const { pathname } = useLocation()
  // The menu of a small window is open on one page; going to another closes it.
  const [openOn, setOpenOn] = useState<string | null>(null)
  const isOpen = openOn === pathname
  const open = useMemo(() => () => setOpenOn(pathname), [pathname])
  const body = useRef<HTMLDivElement>(null)
  const closeButton = useRef<HTMLButtonElement>(null)
  useFocusOnNewPage(pathname)
  useFocusOnAnswer()
  useEffect(() => {
    if (isOpen) closeButton.current?.focus()
  }, [isOpen])
  const close = () => {
    setOpenOn(null)
    // Only once the page is no longer inert can its button take the focus back.
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>('[data-menu-button]')?.focus())
  }
  return (
    <OpenMenu value={open}>
      <div className="min-h-dvh lg:grid lg:grid-cols-[248px_minmax(0,1fr)]">
        <div
          aria-hidden="true"
          onClick={close}
          className={classNames(
            'fixed inset-0 z-30 bg-[rgb(13_14_16/.55)] transition-opacity duration-300 lg:hidden',
            isOpen ? 'opacity-100' : 'pointer-events-none opacity-0',
          )}
        />
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape and Tab bubble up from the links inside */}
        <div
          id="menu"
          {...(isOpen ? { role: 'dialog', 'aria-modal': true, 'aria-label': label } : {})}
          onKeyDown={(event) => {
            if (!isOpen) return
            if (event.key === 'Escape') close()
            if (event.key === 'Tab') keepFocusInside(event)
          }}
          className={classNames(
            'z-40 flex flex-col gap-3.5 border-line bg-surface px-3 py-4 max-lg:border-b',
            'lg:sticky lg:top-0 lg:h-dvh lg:border-e',
            'max-lg:js:fixed max-lg:js:inset-y-0 max-lg:js:start-0 max-lg:js:w-[min(19rem,calc(100vw-3rem))] max-lg:js:duration-300 max-lg:js:ease-out',
            // Opening makes it visible at once, so that it can take the focus; closing hides it after it slid out.
            isOpen
              ? 'max-lg:js:translate-x-0 max-lg:js:transition-[translate]'
              : 'max-lg:js:invisible max-lg:js:-translate-x-full max-lg:js:rtl:translate-x-full max-lg:js:transition-[translate,visibility]',
          )}
        >
          <div className="flex items-start gap-2">
            {head}
            <IconButton
              ref={closeButton}
              data-needs-js
              label={closeLabel}
              size="normal"
              onClick={close}
              className={isOpen ? 'lg:!hidden' : '!hidden'}
            >
              <Icon name="close" />
            </IconButton>
          </div>
          <div className="-mx-3 min-h-0 flex-1 overflow-y-auto px-3 py-0.5">{nav}</div>
          {foot}
        </div>
        <div ref={body} inert={isOpen} className="min-w-0">
          {children}
        </div>
      </div>
    </OpenMenu>
  )
}

/** Opens the menu of a small window. */
export function MenuButton({ label }: { label: string }) {
  return (
    <IconButton
      data-needs-js
      data-menu-button
      size="normal"
      label={label}
      aria-haspopup="dialog"
      onClick={use(OpenMenu)}
      className="-ms-2 lg:!hidden"
    >
      <Icon name="menu" className="size-5" />
    </IconButton>
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
