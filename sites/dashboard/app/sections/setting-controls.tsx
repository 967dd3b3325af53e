import { Checkbox, classNames, Field, FieldError, TextInput } from '@bollard/ui'
import { type ReactNode, useRef } from 'react'
import type { SectionForm } from './settings-section.tsx'

interface SwitchSettingProps {
  name: string
  label: string
  /** What it does, and what it costs. */
  about: ReactNode
  form: SectionForm
  disabled?: boolean
}

/** A setting that is on or off. */
export function SwitchSetting({ name, label, about, form, disabled = false }: SwitchSettingProps) {
  return (
    <Checkbox
      id={name}
      name={name}
      disabled={disabled}
      defaultChecked={form.shown[name] === true}
      error={form.errorOf(name)}
      label={
        <span className="grid gap-0.5">
          <span className="font-[560]">{label}</span>
          <span className="max-w-[44rem] text-ink-2">{about}</span>
        </span>
      }
    />
  )
}

interface ChoiceSettingProps {
  name: string
  legend: string
  form: SectionForm
  choices: readonly { value: string; label: string; about: string }[]
}

/** A setting with a few values of which one holds. */
export function ChoiceSetting({ name, legend, form, choices }: ChoiceSettingProps) {
  const error = form.errorOf(name)
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 text-sm font-[560]">{legend}</legend>
      {choices.map(({ value, label, about }, index) => (
        <label
          key={value}
          className="flex cursor-pointer items-start gap-3 rounded-md border border-line-strong px-4 py-3 hover:border-ink-3 has-checked:border-ink has-checked:bg-sunken"
        >
          <input
            id={index === 0 ? name : undefined}
            type="radio"
            name={name}
            value={value}
            defaultChecked={form.shown[name] === value}
            aria-describedby={error === undefined ? undefined : `${name}-error`}
            className="mt-1 size-4 shrink-0 accent-amber"
          />
          <span className="grid gap-0.5 text-sm font-[560]">
            {label}
            <span className="font-[400] text-ink-2">{about}</span>
          </span>
        </label>
      ))}
      <FieldError id={`${name}-error`}>{error}</FieldError>
    </fieldset>
  )
}

interface NumberSettingProps {
  name: string
  label: string
  hint: string
  unit?: string
  form: SectionForm
  min: number
  max: number
  step?: number
  /** Shown and sent as it is, and not to be changed. */
  readOnly?: boolean
  /** With one, the number is also set by pulling, below what stands here. */
  slider?: ReactNode
  className?: string
}

/** A number, typed or pulled. Without scripts it is typed. */
export function NumberSetting({
  name,
  label,
  hint,
  unit,
  form,
  min,
  max,
  step = 1,
  readOnly = false,
  slider,
  className,
}: NumberSettingProps) {
  const number = useRef<HTMLInputElement>(null)
  const range = useRef<HTMLInputElement>(null)
  const shown = form.shown[name]
  const value = typeof shown === 'number' || typeof shown === 'string' ? shown : ''
  return (
    <div className={classNames('grid gap-3', className)}>
      <Field id={name} label={label} hint={hint} error={form.errorOf(name)}>
        {(wiring) => (
          <span className="flex items-center gap-2.5">
            <TextInput
              {...wiring}
              ref={number}
              name={name}
              type="number"
              inputMode="decimal"
              required
              min={min}
              max={max}
              step={step}
              readOnly={readOnly}
              defaultValue={value}
              onInput={({ currentTarget }) => {
                if (range.current) range.current.value = currentTarget.value
              }}
              className="tabular max-w-32 read-only:bg-sunken read-only:text-ink-2"
            />
            {unit ? <span className="text-sm text-ink-2">{unit}</span> : null}
          </span>
        )}
      </Field>
      {slider === undefined ? null : (
        <div data-needs-js className="grid">
          {slider}
          <input
            ref={range}
            type="range"
            aria-label={label}
            min={min}
            max={max}
            step={step}
            defaultValue={value}
            // The number is the field; it has to be right before the form looks at it.
            onInput={({ currentTarget }) => {
              if (number.current) number.current.value = currentTarget.value
            }}
            className="h-11 w-full cursor-pointer accent-amber"
          />
        </div>
      )}
    </div>
  )
}
