import { type ComponentProps, useState } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, Field, type FieldProps, splitField } from './field.tsx'

export interface PasswordTexts {
  show: string
  hide: string
  showLabel: string
  hideLabel: string
}
type Own = Omit<FieldProps, 'children'> & { texts: PasswordTexts }

/** A password with a button that shows it. Pasting and password managers work as in any input. */
export function PasswordField({ texts, ...props }: Own & Omit<ComponentProps<'input'>, keyof Own | 'type'>) {
  const [field, input] = splitField(props)
  const [shown, setShown] = useState(false)
  return (
    <Field {...field}>
      {(wiring) => (
        <span className="relative block">
          <input
            data-slot="input"
            type={shown ? 'text' : 'password'}
            spellCheck={false}
            autoCapitalize="none"
            className={classNames(controlClass, 'h-11 ps-3 pe-24 text-base')}
            {...wiring}
            {...input}
          />
          <button
            type="button"
            data-needs-js
            aria-controls={wiring.id}
            aria-label={shown ? texts.hideLabel : texts.showLabel}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-1 end-1 min-w-16 rounded-dense px-2.5 touch:inset-y-0 text-sm font-[520] text-ink-2 hover:bg-sunken hover:text-ink"
          >
            {shown ? texts.hide : texts.show}
          </button>
        </span>
      )}
    </Field>
  )
}
