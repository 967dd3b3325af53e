import type { DemoAvailability } from '@bollard/contracts'
import { ProblemAlert, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { Button, Card, TextAreaField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { writeHours } from './read-availability.ts'

interface AvailabilityFormProps {
  availability: DemoAvailability
  /** What was typed and refused; null: nothing was. */
  typed: Readonly<Record<string, string>> | null
  problem: Parameters<typeof ProblemAlert>[0]['problem']
  mayChange: boolean
}

/** When demos are offered. Without the change mode the fields only show it. */
export function AvailabilityForm({ availability, typed, problem, mayChange }: AvailabilityFormProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const { errorOf, formProps } = useFieldErrors(problem ?? null)
  const { timezone, hours, slotMinutes, noticeHours, horizonDays, daysOff, meetingUrl } = availability
  const field = (name: string, stored: string | number) => ({
    name,
    id: name,
    defaultValue: typed?.[name] ?? stored,
    error: errorOf(name),
    disabled: !mayChange,
  })
  const figure = { type: 'number', required: true } as const
  return (
    <Card className="max-w-[44rem]">
      <Form method="post" className="grid gap-4" {...formProps}>
        <ProblemAlert problem={problem} />
        <TextAreaField
          label={t(($) => $.demos.hours)}
          hint={t(($) => $.demos.hoursHint)}
          {...field('hours', writeHours(hours))}
        />
        <TextField label={t(($) => $.demos.timezone)} required maxLength={60} {...field('timezone', timezone)} />
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField
            label={t(($) => $.demos.slotMinutes)}
            {...figure}
            min={15}
            max={240}
            {...field('slotMinutes', slotMinutes)}
          />
          <TextField
            label={t(($) => $.demos.noticeHours)}
            {...figure}
            min={0}
            max={720}
            {...field('noticeHours', noticeHours)}
          />
          <TextField
            label={t(($) => $.demos.horizonDays)}
            {...figure}
            min={1}
            max={180}
            {...field('horizonDays', horizonDays)}
          />
        </div>
        <TextAreaField
          label={t(($) => $.demos.daysOff)}
          hint={t(($) => $.demos.daysOffHint)}
          {...field('daysOff', daysOff.join('\n'))}
        />
        <TextField
          label={t(($) => $.demos.meetingUrl)}
          type="url"
          maxLength={500}
          {...field('meetingUrl', meetingUrl ?? '')}
        />
        {mayChange ? (
          <Button type="submit" variant="primary" aria-disabled={isSending} className="justify-self-start">
            {t(($) => $.demos.save)}
          </Button>
        ) : null}
      </Form>
    </Card>
  )
}
