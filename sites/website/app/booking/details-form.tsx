import type { DemoHold, Problem } from '@bollard/contracts'
import { locales } from '@bollard/i18n'
import { ProblemAlert, useFieldErrors, useSite } from '@bollard/site-kit'
import { Button, Card, CardHeader, TextAreaField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { PersonFields, type Typed } from '../contact/contact-form.tsx'
import { clockText, momentText } from './moment-text.ts'

/** Who books the time that is held. */
export function DetailsForm({
  hold: { startsAt, heldUntil },
  zone,
  typed,
  problem,
}: {
  hold: DemoHold
  zone: string
  typed: Typed
  problem: Problem | null
}) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { errorOf } = useFieldErrors(problem)
  const words = t(($) => $.contact.times, { returnObjects: true })
  const locale = locales[language]
  return (
    <Card className="sm:p-6">
      <CardHeader title={words.detailsTitle} />
      <form id="form" method="post" className="grid max-w-[34rem] gap-5">
        <ProblemAlert problem={problem} errorOf={errorOf} />
        <input type="hidden" name="step" value="details" />
        <input type="hidden" name="zone" value={zone} />
        <p>
          <strong className="block text-lg font-[580]">{momentText(startsAt, zone, locale)}</strong>
          <span className="text-ink-2">{zone}</span>
        </p>
        <p className="text-sm text-ink-2">
          {t(($) => $.contact.times.held, { time: clockText(heldUntil, zone, locale) })}{' '}
          <a className="text-link" href={`?${new URLSearchParams({ zone })}#form`}>
            {words.otherTime}
          </a>
        </p>
        <PersonFields typed={typed} errorOf={errorOf} />
        <TextAreaField
          name="message"
          label={words.message}
          aside={t(($) => $.contact.form.optional)}
          error={errorOf('message')}
          maxLength={1000}
          rows={4}
          defaultValue={typed.message}
        />
        <p className="text-sm text-ink-2">{words.kept}</p>
        <Button type="submit" variant="primary" className="justify-self-start">
          {words.book}
        </Button>
      </form>
    </Card>
  )
}
