import { Checkbox, FieldError } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export interface Choice {
  readonly id: string
  readonly name: string
}

interface TicksProps {
  name: string
  legend: string
  options: readonly Choice[]
  chosen: readonly string[]
  error?: string | undefined
  hint?: string | undefined
  /** What is said where there is nothing to choose. */
  empty?: ReactNode
}

/** Any number of several things, in a list that scrolls when it is long. */
export function Ticks({ name, legend, options, chosen, error, hint, empty }: TicksProps) {
  const [errorId, hintId] = [error ? `${name}-error` : undefined, hint ? `${name}-hint` : undefined]
  return (
    <fieldset
      className="grid min-w-0 gap-1.5"
      aria-describedby={[errorId, hintId].filter(Boolean).join(' ') || undefined}
    >
      <legend className="text-sm font-[520]">{legend}</legend>
      {hint ? (
        <p id={hintId} className="text-xs text-ink-3">
          {hint}
        </p>
      ) : null}
      {options.length === 0 ? <p className="text-sm text-ink-2">{empty}</p> : null}
      <div className="grid max-h-72 gap-x-6 overflow-auto sm:grid-cols-2">
        {options.map(({ id, name: label }) => (
          <Checkbox key={id} name={name} value={id} label={label} defaultChecked={chosen.includes(id)} />
        ))}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  )
}

interface ServiceTicksProps extends Omit<TicksProps, 'options' | 'hint' | 'empty'> {
  services: readonly Choice[]
}

/** Services of this monitoring. */
export function ServiceTicks({ services, ...props }: ServiceTicksProps) {
  const { t } = useTranslation()
  return <Ticks {...props} options={services} empty={t(($) => $.monitoring.form.noServices)} />
}

interface PlaceTicksProps {
  places: readonly string[]
  chosen: readonly string[]
  error?: string | undefined
}

/** From where services are checked. */
export function PlaceTicks({ places, chosen, error }: PlaceTicksProps) {
  const { t } = useTranslation()
  return (
    <Ticks
      name="places"
      legend={t(($) => $.monitoring.fields.places)}
      hint={t(($) => $.monitoring.hints.places)}
      options={withChosen(
        places.map((name) => ({ id: name, name })),
        chosen,
      )}
      chosen={chosen}
      error={error}
    />
  )
}

/** Choices together with what was chosen before and can no longer be seen, so that saving a form does not lose it. */
export function withChosen(choices: readonly Choice[], chosen: readonly string[]): Choice[] {
  const gone = chosen.filter((id) => id !== '' && !choices.some((choice) => choice.id === id))
  return [...choices, ...gone.map((id) => ({ id, name: id }))]
}
