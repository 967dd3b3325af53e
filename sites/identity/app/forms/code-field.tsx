import { classNames, controlClass, Field, type FieldProps } from '@bollard/ui'

interface CodeFieldProps extends Omit<FieldProps, 'children'> {
  name: string
  /** Takes focus when the page opens: where it consists of this one question. */
  isFirst?: boolean
}

/** Six digits of a mail or an app. The keyboard of phones shows digits and offers a code that just came in; pasted spaces do no harm. */
export function CodeField({ name, isFirst = false, className, ...field }: CodeFieldProps) {
  return (
    <Field id={name} {...field}>
      {(wiring) => (
        <input
          data-slot="input"
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\s*[0-9]{3}[\s\-]*[0-9]{3}\s*"
          maxLength={12}
          required
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
          autoFocus={isFirst}
          className={classNames(controlClass, 'h-14 px-4 font-mono text-xl tracking-[.3em]', className)}
          {...wiring}
        />
      )}
    </Field>
  )
}
