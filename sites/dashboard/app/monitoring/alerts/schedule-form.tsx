import { ProblemAlert, type ShownProblem, timezoneGroups, useFieldErrors } from '@bollard/site-kit'
import { Card, SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { Fold } from '../../forms/fold.tsx'
import { ZoneOptions } from '../../forms/zone-options.tsx'
import { MembersOnly } from '../../forms/members-only.tsx'
import { SaveButton } from '../../forms/save-button.tsx'
import { useMonitoring } from '../use-monitoring.ts'
import { WeeklyHoursFields } from '../weekly-hours-fields.tsx'
import type { AlertTargets } from './load-targets.server.ts'
import {
  layersMax,
  moreTurns,
  overridesMax,
  turnsOf,
  type TypedSchedule,
  usedLayers,
  usedOverrides,
} from './typed-schedule.ts'

interface ScheduleFormProps {
  typed: TypedSchedule
  problem: ShownProblem | null
  targets: AlertTargets
  /** Of a schedule that there is. */
  version?: number
}

type Part = Pick<ScheduleFormProps, 'typed' | 'targets'> & { errorOf: (name: string) => string | undefined }

/** Who takes turns, when they hand over, and what lies over it for once. */
export function ScheduleForm({ typed, problem, targets, version }: ScheduleFormProps) {
  const { t } = useTranslation()
  const { mayChange } = useMonitoring()
  const { errorOf, formProps } = useFieldErrors(problem)
  const words = t(($) => $.monitoring.schedule, { returnObjects: true })
  const part = { typed, targets, errorOf }
  const layers = usedLayers(typed).length
  const overrides = usedOverrides(typed).length
  return (
    <Card className="sm:p-6">
      <Form method="post" {...formProps}>
        <fieldset disabled={!mayChange} className="grid max-w-[40rem] min-w-0 gap-5">
          <MembersOnly />
          {version === undefined ? null : <input type="hidden" name="version" value={version} />}
          <ProblemAlert problem={problem} words={{ 'quota-exceeded': words.full }} />
          <TextField
            id="name"
            name="name"
            label={t(($) => $.monitoring.fields.title)}
            required
            maxLength={80}
            autoComplete="off"
            defaultValue={typed['name'] ?? ''}
            error={errorOf('name')}
          />
          <SelectField
            id="timeZone"
            name="timeZone"
            label={t(($) => $.monitoring.maintenance.zone)}
            defaultValue={typed['timeZone'] ?? 'Etc/UTC'}
            error={errorOf('timeZone')}
          >
            <ZoneOptions zones={timezoneGroups(targets.zones, typed['timeZone'] || 'Etc/UTC')} />
          </SelectField>
          {Array.from({ length: Math.min(layersMax, Math.max(1, layers + 1)) }, (_, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- the layers are counted, and their fields are named by it
            <Layer key={row} row={row} isOpen={row === 0 || row < layers} {...part} />
          ))}
          <Fold label={words.overrides} isOpen={overrides > 0}>
            <p>{words.overridesAbout}</p>
            {Array.from({ length: Math.min(overridesMax, overrides + 1) }, (_, row) => (
              // oxlint-disable-next-line react/no-array-index-key -- the overrides are counted, and their fields are named by it
              <Override key={row} row={row} {...part} />
            ))}
          </Fold>
          <SaveButton create={words.create} isNew={version === undefined} />
        </fieldset>
      </Form>
    </Card>
  )
}

function Layer({ row, isOpen, typed, targets, errorOf }: Part & { row: number; isOpen: boolean }) {
  const { t } = useTranslation()
  const words = t(($) => $.monitoring.schedule, { returnObjects: true })
  const at = `layers/${row}`
  const turns = turnsOf(typed, row)
  const field = (name: string, fallback: string) => ({
    id: `${at}/${name}`,
    name: `${at}/${name}`,
    defaultValue: typed[`${at}/${name}`] ?? fallback,
    error: errorOf(`${at}/${name}`),
  })
  return (
    <Fold label={t(($) => $.monitoring.schedule.layer, { number: row + 1 })} isOpen={isOpen}>
      <div className="grid w-full gap-4">
        {Array.from({ length: turns.length + moreTurns }, (_, turn) => (
          <ChannelChoice
            // oxlint-disable-next-line react/no-array-index-key -- the turns are counted, and their fields are named by it
            key={turn}
            name={`${at}/channelIds/${turn}`}
            label={t(($) => $.monitoring.schedule.turn, { number: turn + 1 })}
            chosen={turns[turn] ?? ''}
            channels={targets.channels}
            error={errorOf(`${at}/channelIds/${turn}`)}
          />
        ))}
        <div className="grid gap-4 sm:grid-cols-3">
          <SelectField label={words.handOver} {...field('handOver/every', 'WEEK')}>
            <option value="DAY">{words.days}</option>
            <option value="WEEK">{words.weeks}</option>
          </SelectField>
          <TextField label={words.every} inputMode="numeric" {...field('handOver/interval', '1')} />
          <TextField label={words.time} type="time" {...field('handOver/time', '09:00')} />
        </div>
        <TextField label={words.startDay} type="date" {...field('startDay', '')} />
        <Fold label={words.hours} isOpen={(typed[`${at}/hours/0/weekdays`] ?? '') !== ''}>
          <p>{words.hoursAbout}</p>
          <WeeklyHoursFields at={`${at}/hours`} values={typed} errorOf={errorOf} />
        </Fold>
      </div>
    </Fold>
  )
}

function Override({ row, typed, targets, errorOf }: Part & { row: number }) {
  const { t } = useTranslation()
  const at = `overrides/${row}`
  return (
    <div className="grid w-full gap-3 border-b border-line pb-3 sm:grid-cols-3">
      {(['from', 'until'] as const).map((end) => (
        <TextField
          key={end}
          id={`${at}/${end}`}
          name={`${at}/${end}`}
          type="datetime-local"
          label={t(($) => $.monitoring.schedule[end])}
          defaultValue={typed[`${at}/${end}`] ?? ''}
          error={errorOf(`${at}/${end}`)}
        />
      ))}
      <ChannelChoice
        name={`${at}/channelId`}
        label={t(($) => $.monitoring.schedule.who)}
        chosen={typed[`${at}/channelId`] ?? ''}
        channels={targets.channels}
        error={errorOf(`${at}/channelId`)}
      />
    </div>
  )
}

interface ChannelChoiceProps {
  name: string
  label: string
  chosen: string
  channels: AlertTargets['channels']
  error: string | undefined
}

function ChannelChoice({ name, label, chosen, channels, error }: ChannelChoiceProps) {
  const { t } = useTranslation()
  return (
    <SelectField id={name} name={name} label={label} defaultValue={chosen} error={error}>
      <option value="">{t(($) => $.monitoring.schedule.nobody)}</option>
      {channels.map(({ id, name: channel }) => (
        <option key={id} value={id}>
          {channel}
        </option>
      ))}
    </SelectField>
  )
}
