import { ProblemAlert, type ShownProblem, timezoneGroups, useFieldErrors } from '@bollard/site-kit'
import { SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { ZoneOptions } from '../../forms/zone-options.tsx'
import type { ServiceChoices } from '../services/change-service.server.ts'
import { ServiceTicks } from '../ticks.tsx'
import { SaveButton } from '../../forms/save-button.tsx'
import { useMonitoring } from '../use-monitoring.ts'
import { WeekdayTicks } from '../weekly-hours-fields.tsx'
import { frequencies, type TypedWindow } from './typed-window.ts'

interface WindowFormProps {
  typed: TypedWindow
  problem: ShownProblem | null
  choices: ServiceChoices
  /** Of a window that there is. */
  version?: number
}

/** When there is maintenance, how it comes again, and of which services. */
export function WindowForm({ typed, problem, choices, version }: WindowFormProps) {
  const { t } = useTranslation()
  const { mayChange } = useMonitoring()
  const { errorOf, formProps } = useFieldErrors(problem)
  const words = t(($) => $.monitoring.maintenance, { returnObjects: true })
  const number = { inputMode: 'numeric', autoComplete: 'off' } as const
  return (
    <Form method="post" {...formProps}>
      <fieldset disabled={!mayChange} className="group grid max-w-[40rem] min-w-0 gap-5">
        <ProblemAlert problem={problem} />
        {version === undefined ? null : <input type="hidden" name="version" value={version} />}
        <TextField
          id="title"
          name="title"
          label={words.name}
          required
          maxLength={120}
          autoComplete="off"
          defaultValue={typed.title}
          error={errorOf('title')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            id="startsAt"
            name="startsAt"
            type="datetime-local"
            label={words.startsAt}
            required
            defaultValue={typed.startsAt}
            error={errorOf('startsAt')}
          />
          <TextField
            id="durationMinutes"
            name="durationMinutes"
            label={words.minutes}
            required
            {...number}
            defaultValue={typed.durationMinutes}
            error={errorOf('durationMinutes')}
          />
        </div>
        <SelectField
          id="timeZone"
          name="timeZone"
          label={words.zone}
          defaultValue={typed.timeZone}
          error={errorOf('timeZone')}
        >
          <ZoneOptions zones={timezoneGroups(choices.zones, typed.timeZone)} />
        </SelectField>
        <SelectField
          id="recurrence/frequency"
          name="recurrence/frequency"
          label={words.again}
          defaultValue={typed.frequency}
          error={errorOf('recurrence/frequency')}
        >
          <option value="">{words.once}</option>
          {frequencies.map((frequency) => (
            <option key={frequency} value={frequency}>
              {words.frequencies[frequency]}
            </option>
          ))}
        </SelectField>
        <div className="grid gap-5 group-has-[option[value='']:checked]:hidden">
          <TextField
            id="recurrence/interval"
            name="recurrence/interval"
            label={words.interval}
            hint={words.intervalHint}
            {...number}
            defaultValue={typed.interval}
            error={errorOf('recurrence/interval')}
          />
          <WeekdayTicks name="recurrence/weekdays" legend={words.weekdays} chosen={typed.weekdays} />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              id="recurrence/day"
              name="recurrence/day"
              label={words.day}
              hint={words.lastHint}
              autoComplete="off"
              defaultValue={typed.day}
              error={errorOf('recurrence/day')}
            />
            <TextField
              id="recurrence/nth"
              name="recurrence/nth"
              label={words.nth}
              hint={words.lastHint}
              autoComplete="off"
              defaultValue={typed.nth}
              error={errorOf('recurrence/nth')}
            />
          </div>
          <TextField
            id="recurrence/until"
            name="recurrence/until"
            type="date"
            label={words.until}
            aside={t(($) => $.settings.optional)}
            defaultValue={typed.until}
            error={errorOf('recurrence/until')}
          />
        </div>
        <ServiceTicks
          name="serviceIds"
          legend={words.services}
          services={choices.services}
          chosen={typed.serviceIds}
          error={errorOf('serviceIds')}
        />
        <SaveButton create={words.create} isNew={version === undefined} />
      </fieldset>
    </Form>
  )
}
