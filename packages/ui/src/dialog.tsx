import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
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
  children?: ReactNode
  /** Buttons at the end. */
  footer?: ReactNode
}

/** A modal dialog: focus stays in it, Escape closes it, focus returns to where it was. */
export function Dialog({ title, description, closeLabel, trigger, open, onOpenChange, children, footer }: DialogProps) {
  return (
    <Primitive.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      {trigger ? <Primitive.Trigger asChild>{trigger}</Primitive.Trigger> : null}
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Primitive.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
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

/** A modal dialog from below that fills a phone, for forms that are too long for a dialog in the middle. */
export function Sheet({
  title,
  closeLabel,
  trigger,
  open,
  onOpenChange,
  children,
}: Omit<DialogProps, 'description' | 'footer'>) {
  return (
    <Primitive.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      {trigger ? <Primitive.Trigger asChild>{trigger}</Primitive.Trigger> : null}
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-lg border-t border-line bg-surface shadow-float"
        >
          <div className="flex items-center gap-4 border-b border-line px-5 py-2.5">
            <Primitive.Title className="mr-auto text-lg">{title}</Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label={closeLabel} className="-mr-2">
                <Icon name="close" />
              </IconButton>
            </Primitive.Close>
          </div>
          {/* The padding is inside: what sticks to the end of a scrolling box stays above its padding. */}
          <div className="overflow-y-auto overscroll-contain">
            <div className="p-5">{children}</div>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Wrap a button in it to close the dialog it stands in. */
export const DialogClose = Primitive.Close
