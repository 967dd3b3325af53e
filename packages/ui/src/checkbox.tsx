import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { FieldError } from './field.tsx'

/** The browser's own checkbox in our colours, with its label and error. The whole row is the target. */
export function Checkbox({
  label,
  error,
  className,
  id,
  ...input
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; error?: ReactNode }) {
  const own = useId()
  const inputId = id ?? own
  const errorId = error ? `${inputId}-error` : undefined
  return (
    <div data-slot="checkbox" className={classNames('grid gap-1', className)}>
      <label htmlFor={inputId} className="flex min-h-11 cursor-pointer items-start gap-3 py-2 text-sm">
        <input
          id={inputId}
          type="checkbox"
          aria-describedby={errorId}
          aria-invalid={error ? true : undefined}
          className="mt-px size-5 shrink-0 rounded-sm accent-amber"
          {...input}
        />
        <span>{label}</span>
      </label>
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  )
}
