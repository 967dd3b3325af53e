import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, type RefObject, useRef } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

export interface DialogProps {
  title: ReactNode
  description?: ReactNode
  closeLabel: string
  /** The element that opens it, if it is not opened by `open`. */
  trigger?: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** What takes the focus when it opens; by default the first control. */
  firstFocus?: RefObject<HTMLElement | null>
  children?: ReactNode
  /** Buttons at the end. */
  footer?: ReactNode
}

/** A modal dialog: focus stays in it, Escape closes it, focus returns to where it was. */
export function Dialog({
  title,
  description,
  closeLabel,
  trigger,
  open,
  onOpenChange,
  firstFocus,
  children,
  footer,
}: DialogProps) {
  const opener = useRef<Element | null>(null)
  return (
    <Primitive.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      {trigger ? <Primitive.Trigger asChild>{trigger}</Primitive.Trigger> : null}
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Primitive.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement
            if (!firstFocus?.current) return
            event.preventDefault()
            firstFocus.current.focus()
          }}
          onCloseAutoFocus={(event) => {
            // The primitive gives the focus back to its own trigger only.
            if (trigger) return
            event.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus()
          }}
          className="fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-2rem)] w-[min(32rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 gap-4 overflow-auto rounded-lg border border-line bg-surface p-6 shadow-float"
        >
          <div className="flex items-start gap-4">
            <Primitive.Title className="mr-auto text-xl">{title}</Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label={closeLabel} className="-mt-1 -mr-2">
                <Icon name="close" />
              </IconButton>
            </Primitive.Close>
          </div>
          {description ? (
            <Primitive.Description className="-mt-1 text-ink-2">{description}</Primitive.Description>
          ) : null}
          {children}
          {footer ? <div className="mt-2 flex flex-wrap justify-end gap-3">{footer}</div> : null}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Wrap a button in it to close the dialog it stands in. */
export const DialogClose = Primitive.Close
