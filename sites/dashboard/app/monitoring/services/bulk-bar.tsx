import type { Problem } from '@bollard/contracts'
import { useFieldErrors, useIsSending } from '@bollard/site-kit'
import { Button, Card, Checkbox, SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { PlaceTicks } from '../ticks.tsx'
import { bulkActions, type TypedBulk } from './typed-bulk.ts'

interface BulkBarProps {
  problem: Problem | null
  /** What was left out. */
  fault: TypedBulk['fault']
  wanted: TypedBulk['wanted']
  places: readonly string[]
  /** Ids of the services above. */
  shown: readonly string[]
}

/** What is done to the ticked services, or to all that are shown. Once one is ticked, it stays in view in large windows. */
export function BulkBar({ problem, fault, wanted, places, shown }: BulkBarProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const words = t(($) => $.monitoring.services, { returnObjects: true })
  const { errorOf } = useFieldErrors(problem)
  return (
    <Card className="group grid items-start gap-3 sm:grid-cols-[1fr_1fr_auto] sm:group-has-[input[name=serviceIds]:checked]/list:sticky sm:group-has-[input[name=serviceIds]:checked]/list:bottom-3">
      <div className="sm:col-span-3">
        <input type="hidden" name="shown" value={shown.join(' ')} />
        <Checkbox name="all" label={t(($) => $.monitoring.services.everyone, { count: shown.length })} />
      </div>
      <SelectField
        label={words.bulk}
        name="action"
        defaultValue={wanted}
        error={fault === 'unchosen' ? words.unchosen : undefined}
      >
        {bulkActions.map((name) => (
          <option key={name} value={name}>
            {words.actions[name]}
          </option>
        ))}
      </SelectField>
      <TextField
        className="hidden group-has-[option[value=ADD\\_TAGS]:checked]:grid group-has-[option[value=REMOVE\\_TAGS]:checked]:grid group-has-[option[value=SET\\_INTERVAL]:checked]:grid"
        label={words.value}
        name="value"
        error={errorOf('change/intervalSeconds') ?? errorOf('change/tags') ?? errorOf('change/tags/0')}
        maxLength={400}
        autoComplete="off"
      />
      <div className="hidden group-has-[option[value=SET\\_PLACES]:checked]:block">
        <PlaceTicks places={places} chosen={[]} />
      </div>
      <div className="hidden self-end group-has-[option[value=DELETE]:checked]:block">
        <Checkbox name="sure" label={words.sure} error={fault === 'unsure' ? words.unsure : undefined} />
      </div>
      <Button type="submit" variant="ink" className="sm:mt-[1.625rem] sm:justify-self-start" aria-disabled={isSending}>
        {words.apply}
      </Button>
    </Card>
  )
}
