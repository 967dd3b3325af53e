import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

/** What ties a control to its label, hint and error; spread it on the control. */
export interface FieldWiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}
export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** Shown beside the field and announced; the caller decides when (after submit or once touched). */
  error?: ReactNode
  /** Stands beside the label, such as "optional". */
  aside?: ReactNode
  id?: string
  className?: string
  children: (wiring: FieldWiring) => ReactNode
}

/** Label, control, hint and error, wired for screen readers. */
export function Field({ label, hint, error, aside, id, className, children }: FieldProps) {
  const own = useId()
  const fieldId = id ?? own
  const hintId = hint ? `${fieldId}-hint` : undefined
  const errorId = error ? `${fieldId}-error` : undefined
  return (
    <div data-slot="field" className={classNames('grid gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={fieldId} className="text-sm font-[520]">
          {label}
        </label>
        {aside ? <span className="text-xs text-ink-3">{aside}</span> : null}
      </div>
      {children({
        id: fieldId,
        'aria-describedby': joinIds(errorId, hintId),
        'aria-invalid': error ? true : undefined,
      })}
      <FieldError id={errorId}>{error}</FieldError>
      {hint ? (
        <p id={hintId} className="text-xs text-ink-3">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

export function FieldError({ id, children }: { id: string | undefined; children: ReactNode }) {
  if (!children) return null
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm text-bot">
      <Icon name="alert" className="mt-[3px] size-3.5 shrink-0" />
      <span>{children}</span>
    </p>
  )
}

export const controlClass =
  'w-full rounded-md border border-line-strong bg-surface text-ink transition-colors duration-150 placeholder:text-ink-3 hover:border-ink-3 aria-invalid:border-bot disabled:bg-sunken disabled:text-ink-3'

type Own = Omit<FieldProps, 'children'>

/** What the field around a control takes, and what is left for the control itself. */
export function splitField<Props extends Own>(props: Props): [Own, Omit<Props, keyof Own>] {
  const { label, hint, error, aside, id, className, ...control } = props
  return [{ label, hint, error, aside, id, className }, control]
}

/** A one-line text control with its field. */
export function TextField(props: Own & Omit<ComponentProps<'input'>, keyof Own>) {
  const [field, input] = splitField(props)
  return <Field {...field}>{(wiring) => <TextInput {...wiring} {...input} />}</Field>
}

export function TextInput({ className, dense = false, ...rest }: ComponentProps<'input'> & { dense?: boolean }) {
  return (
    <input
      data-slot="input"
      className={classNames(
        controlClass,
        dense ? 'h-[2.125rem] px-2.5 text-sm touch:h-11' : 'h-11 px-3 text-base',
        className,
      )}
      {...rest}
    />
  )
}

/** Several lines of text with its field. */
export function TextAreaField(props: Own & Omit<ComponentProps<'textarea'>, keyof Own>) {
  const [field, input] = splitField(props)
  return (
    <Field {...field}>
      {(wiring) => (
        <textarea
          data-slot="textarea"
          rows={4}
          className={classNames(controlClass, 'px-3 py-2.5 text-base')}
          {...wiring}
          {...input}
        />
      )}
    </Field>
  )
}

/** The browser's own select with its field: it works everywhere, also without JavaScript. */
export function SelectField({ children, ...props }: Own & Omit<ComponentProps<'select'>, keyof Own>) {
  const [field, input] = splitField(props)
  return (
    <Field {...field}>
      {(wiring) => (
        <select data-slot="select" className={classNames(controlClass, 'h-11 px-3 text-base')} {...wiring} {...input}>
          {children}
        </select>
      )}
    </Field>
  )
}

function joinIds(...ids: readonly (string | undefined)[]): string | undefined {
  const present = ids.filter(Boolean)
  return present.length > 0 ? present.join(' ') : undefined
}
