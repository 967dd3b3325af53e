import { DropdownMenu as Primitive } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A menu of actions or links that opens from `trigger`; at least 250 px wide. */
export function DropdownMenu({
  trigger,
  children,
  align = 'end',
}: {
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'center' | 'end'
}) {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className="z-50 grid max-h-[min(28rem,80dvh)] min-w-[250px] gap-0.5 overflow-auto rounded-md border border-line bg-surface p-1.5 shadow-float"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** One row; `asChild` lends it to a router's link. */
export function DropdownMenuItem({ className, ...rest }: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      className={classNames(
        'flex min-h-[2.125rem] cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-sm text-ink outline-none select-none data-disabled:text-ink-3 data-highlighted:bg-sunken touch:min-h-11',
        className,
      )}
      {...rest}
    />
  )
}

export function DropdownMenuLabel({ children }: { children: ReactNode }) {
  return <Primitive.Label className="px-2.5 pt-2 pb-1 text-xs text-ink-3">{children}</Primitive.Label>
}

export function DropdownMenuSeparator() {
  return <Primitive.Separator className="my-1 h-px bg-line" />
}
