import { type EnquiryTopic, enquiryTopics, type Problem } from '@bollard/contracts'
import { type FieldErrors, ProblemAlert, useFieldErrors } from '@bollard/site-kit'
import { Button, Card, CardHeader, SelectField, TextAreaField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { SiteCaptcha } from '../shell/site-captcha.tsx'

/** What somebody has entered, to show it again. */
export interface Typed {
  topic: string
  name: string
  email: string
  organization: string
  message: string
}

export const nothingTyped: Typed = { topic: 'OTHER', name: '', email: '', organization: '', message: '' }

/** A message to the operator, with the captcha of this site. `topic` is fixed by the page; null where people choose one. */
export function ContactForm({
  topic,
  typed,
  problem,
}: {
  topic: EnquiryTopic | null
  typed: Typed
  problem: Problem | null
}) {
  const { t } = useTranslation()
  const { errorOf } = useFieldErrors(problem)
  const words = t(($) => $.contact.form, { returnObjects: true })
  return (
    <Card className="sm:p-6">
      <CardHeader title={words.title} />
      <form id="form" method="post" data-no-replay className="grid max-w-[34rem] gap-5">
        <ProblemAlert problem={problem} errorOf={errorOf} />
        {topic === null ? (
          <SelectField name="topic" label={words.topic} error={errorOf('topic')} required defaultValue={typed.topic}>
            {enquiryTopics.map((one) => (
              <option key={one} value={one}>
                {t(($) => $.contact.topics[one])}
              </option>
            ))}
          </SelectField>
        ) : (
          <input type="hidden" name="topic" value={topic} />
        )}
        <PersonFields typed={typed} errorOf={errorOf} />
        <TextAreaField
          name="message"
          label={words.message}
          hint={words.messageHint}
          error={errorOf('message')}
          required
          minLength={10}
          maxLength={2000}
          rows={7}
          defaultValue={typed.message}
        />
        <SiteCaptcha noScript={words.noScript} />
        <p className="text-sm text-ink-2">{words.kept}</p>
        <Button type="submit" variant="primary" className="justify-self-start">
          {words.send}
        </Button>
      </form>
    </Card>
  )
}

/** Who writes. */
export function PersonFields({
  typed,
  errorOf,
}: {
  typed: Pick<Typed, 'name' | 'email' | 'organization'>
  errorOf: FieldErrors['errorOf']
}) {
  const { t } = useTranslation()
  const words = t(($) => $.contact.form, { returnObjects: true })
  return (
    <>
      <TextField
        name="name"
        label={words.name}
        error={errorOf('name')}
        autoComplete="name"
        required
        maxLength={100}
        defaultValue={typed.name}
      />
      <TextField
        name="email"
        type="email"
        label={words.email}
        error={errorOf('email')}
        autoComplete="email"
        required
        maxLength={254}
        defaultValue={typed.email}
      />
      <TextField
        name="organization"
        label={words.organization}
        aside={words.optional}
        error={errorOf('organization')}
        autoComplete="organization"
        maxLength={100}
        defaultValue={typed.organization}
      />
    </>
  )
}
