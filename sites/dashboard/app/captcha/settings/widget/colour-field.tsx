import { classNames, controlClass, Field, TextInput } from '@bollard/ui'
import { useRef } from 'react'
import type { SectionForm } from '../../../sections/settings-section.tsx'

/** A colour as `#rrggbb`, typed or picked; empty for the widget's own. */
export function ColourField({
  name,
  label,
  pickLabel,
  warning,
  form,
}: {
  name: string
  label: string
  pickLabel: string
  /** What nobody could read with this colour. */
  warning: string | undefined
  form: SectionForm
}) {
  const text = useRef<HTMLInputElement>(null)
  const [shown, draft] = [form.shown[name], form.draft[name]]
  const isColour = typeof draft === 'string' && /^#[\da-f]{6}$/iu.test(draft)
  return (
    <Field id={name} label={label} error={form.errorOf(name) ?? warning}>
      {(wiring) => (
        <span className="flex items-center gap-2">
          <input
            type="color"
            data-needs-js
            aria-label={pickLabel}
            value={isColour ? draft : '#888888'}
            onChange={() => {}}
            // The text is the field; it has to be right before the form looks at it.
            onInput={({ currentTarget }) => {
              if (text.current) text.current.value = currentTarget.value
            }}
            className={classNames(controlClass, '!w-11 h-11 shrink-0 cursor-pointer p-1', !isColour && 'opacity-40')}
          />
          <TextInput
            {...wiring}
            ref={text}
            name={name}
            pattern="#[0-9a-fA-F]{6}"
            placeholder="#rrggbb"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={7}
            defaultValue={typeof shown === 'string' ? shown : ''}
            className="font-mono !text-sm"
          />
        </span>
      )}
    </Field>
  )
}
