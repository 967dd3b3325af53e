import { Dialog as Primitive } from 'radix-ui'
import { type ReactNode, type RefObject, useRef } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
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
export function Dialog({ title, description, closeLabel, children, footer, ...opening }: DialogProps) {
  return (
    <Modal
      {...opening}
      isDescribed={Boolean(description)}
      className="top-1/2 left-1/2 grid max-h-[calc(100dvh-2rem)] w-[min(32rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 gap-4 overflow-auto rounded-lg border p-6"
    >
      <div className="flex items-start gap-4">
        <Primitive.Title className="me-auto text-xl">{title}</Primitive.Title>
        <CloseButton label={closeLabel} className="-mt-1 -me-2" />
      </div>
      {description ? <Primitive.Description className="-mt-1 text-ink-2">{description}</Primitive.Description> : null}
      {children}
      {footer ? <div className="mt-2 flex flex-wrap justify-end gap-3">{footer}</div> : null}
    </Modal>
  )
}

/** A modal dialog from below that fills a phone, for forms that are too long for a dialog in the middle. */
export function Sheet({ title, closeLabel, children, ...opening }: Omit<DialogProps, 'description' | 'footer'>) {
  return (
    <Modal
      {...opening}
      isDescribed={false}
      className="inset-x-0 bottom-0 flex max-h-[92dvh] flex-col rounded-t-lg border-t"
    >
      <div className="flex items-center gap-4 border-b border-line px-5 py-2.5">
        <Primitive.Title className="me-auto text-lg">{title}</Primitive.Title>
        <CloseButton label={closeLabel} className="-me-2" />
      </div>
      {/* The padding is inside: what sticks to the end of a scrolling box stays above its padding. */}
      <div className="overflow-y-auto overscroll-contain">
        <div className="p-5">{children}</div>
      </div>
    </Modal>
  )
}

interface ModalProps extends Pick<DialogProps, 'trigger' | 'open' | 'onOpenChange' | 'firstFocus' | 'children'> {
  isDescribed: boolean
  /** Where it stands, and how it is laid out. */
  className: string
}

function Modal({ trigger, open, onOpenChange, firstFocus, isDescribed, className, children }: ModalProps) {
  const opener = useRef<Element | null>(null)
  return (
    <Primitive.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      {trigger ? <Primitive.Trigger asChild>{trigger}</Primitive.Trigger> : null}
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Primitive.Content
          {...(isDescribed ? {} : { 'aria-describedby': undefined })}
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
          className={classNames('fixed z-50 border-line bg-surface shadow-float', className)}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

function CloseButton({ label, className }: { label: string; className: string }) {
  return (
    <Primitive.Close asChild>
      <IconButton label={label} className={className}>
        <Icon name="close" />
      </IconButton>
    </Primitive.Close>
  )
}

/** Wrap a button in it to close the dialog it stands in. */
export const DialogClose = Primitive.Close
