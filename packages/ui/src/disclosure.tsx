import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'

export interface DisclosureProps {
  /** Name for screen readers, when the words in the button do not say it. */
  label?: string
  button: ReactNode
  buttonClass: string
  panelClass: string
  children: ReactNode
}

/**
 * A button with a panel of links. It is the browser's own, so it opens without JavaScript; with it Escape, a click elsewhere
 * and going to another page close it, and the arrow keys walk through it.
 */
export function Disclosure({ label, button, buttonClass, panelClass, children }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const summary = useRef<HTMLElement>(null)

  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !details.current?.contains(target)) details.current?.removeAttribute('open')
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (!details.current?.open) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      details.current.removeAttribute('open')
      summary.current?.focus()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      focusNext(details.current, event.key === 'ArrowDown' ? 1 : -1)
    }
  }

  const closeOnLink = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a')) details.current?.removeAttribute('open')
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-static-element-interactions -- keys and clicks of the controls inside bubble up to here
    <details ref={details} className="relative" onKeyDown={onKeyDown} onClick={closeOnLink}>
      <summary
        ref={summary}
        aria-label={label}
        className={classNames('list-none [&::-webkit-details-marker]:hidden', buttonClass)}
      >
        {button}
      </summary>
      <div
        className={classNames(
          'absolute z-40 grid min-w-[250px] gap-0.5 overflow-auto rounded-md border border-line bg-surface p-1.5 shadow-float',
          panelClass,
        )}
      >
        {children}
      </div>
    </details>
  )
}

function focusNext(details: HTMLDetailsElement, step: 1 | -1): void {
  const stops = [...details.querySelectorAll<HTMLElement>('summary, a[href], button, input')].filter(
    (stop) => stop.offsetParent !== null,
  )
  const here = stops.findIndex((stop) => stop === document.activeElement)
  stops[(here + step + stops.length) % stops.length]?.focus()
}

/** Look of one row in a panel. */
export const panelRow =
  'flex min-h-[2.125rem] w-full items-center gap-2.5 rounded-sm px-2.5 text-start text-sm text-ink hover:bg-sunken touch:min-h-11'
