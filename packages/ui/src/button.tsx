import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'ink' | 'line' | 'quiet' | 'danger'
/** `normal` is 44 px; `dense` is 34 px, and 44 px where a finger points. */
export type ButtonSize = 'normal' | 'dense'
interface Look {
  variant?: ButtonVariant
  size?: ButtonSize
  wide?: boolean
}

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-amber text-on-amber hover:bg-amber-strong',
  ink: 'border-transparent bg-ink text-paper hover:bg-ink-2',
  line: 'border-line-strong bg-surface text-ink hover:border-ink-3 hover:bg-sunken',
  quiet: 'border-transparent bg-transparent text-ink-2 hover:bg-sunken hover:text-ink',
  danger: 'border-transparent bg-bot text-on-meaning hover:opacity-90',
}

/** Class names of a button, for the rare element that is neither Button nor ButtonLink. */
export function buttonClass({ variant = 'line', size = 'normal', wide = false }: Look = {}): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 border font-[560] leading-none whitespace-nowrap select-none transition-colors duration-150 disabled:opacity-60 aria-disabled:opacity-60',
    size === 'normal'
      ? 'h-11 rounded-md px-[1.15rem] text-base'
      : 'h-[2.125rem] rounded-dense px-[.8rem] text-sm touch:h-11',
    wide && 'w-full',
    variants[variant],
  )
}

/** With `aria-disabled` it stays where the focus is, but does nothing: no click and no Enter in a field sends its form again. */
export function Button({
  variant,
  size,
  wide,
  className,
  type = 'button',
  onClick,
  ...rest
}: ComponentProps<'button'> & Look) {
  const isIdle = rest['aria-disabled'] === true
  return (
    <button
      type={type}
      data-slot="button"
      className={classNames(buttonClass({ variant, size, wide }), className)}
      onClick={isIdle ? (event) => event.preventDefault() : onClick}
      {...rest}
    />
  )
}

/** A link that looks like a button. `asChild` lends the look to a router's link. */
export function ButtonLink({
  variant,
  size,
  wide,
  className,
  asChild = false,
  ...rest
}: ComponentProps<'a'> & Look & { asChild?: boolean }) {
  const Element = asChild ? Slot.Root : 'a'
  return (
    <Element data-slot="button" className={classNames(buttonClass({ variant, size, wide }), className)} {...rest} />
  )
}

/** A square button that holds only an icon; `label` is its name for screen readers and on hover. */
export function IconButton({
  label,
  size = 'dense',
  variant = 'quiet',
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Look & { label: string }) {
  return (
    <button
      type={type}
      data-slot="icon-button"
      aria-label={label}
      title={label}
      className={classNames(
        buttonClass({ variant, size }),
        'shrink-0 !px-0',
        size === 'normal' ? 'w-11' : 'w-[2.125rem] touch:w-11',
        className,
      )}
      {...rest}
    />
  )
}
