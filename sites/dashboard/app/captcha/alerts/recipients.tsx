import type { AlertSettings } from '@bollard/contracts'
import { languageNames, languages } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { Button, Card, CardHeader, Field, Icon, type Meaning, Pill, SelectField, TextInput } from '@bollard/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

export interface ToldAddress {
  email: string
  state: 'MEMBER' | 'WAITING' | 'CONFIRMED' | 'UNSUBSCRIBED'
}
const recipientsMax = 10
const meanings = {
  MEMBER: 'human',
  CONFIRMED: 'human',
  WAITING: 'doubt',
  UNSUBSCRIBED: 'neutral',
} as const satisfies Record<ToldAddress['state'], Meaning>

interface RecipientsProps {
  recipients: AlertSettings['recipients']
  /** What became of the addresses that are saved. */
  addresses: readonly ToldAddress[]
  errorOf: (name: string) => string | undefined
}

/** Who gets the mails, with one row to spare. Emptying a row removes it, so that it works without scripts. */
export function Recipients({ recipients, addresses, errorOf }: RecipientsProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const [spare, setSpare] = useState(1)
  const rows = [...recipients, ...Array.from({ length: spare }, () => ({ email: '', language }))].slice(
    0,
    recipientsMax,
  )
  return (
    <Card className="grid gap-4 sm:p-6">
      <div>
        <CardHeader title={t(($) => $.alerts.recipients.title)} className="!mb-1.5" />
        <p className="text-sm text-ink-2">{t(($) => $.alerts.recipients.about)}</p>
      </div>
      <ol className="grid gap-4">
        {rows.map((row, index) => {
          const state = addresses.find(({ email }) => email.toLowerCase() === row.email.toLowerCase())?.state
          const count = { number: index + 1 }
          return (
            <li key={index} className="grid items-start gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_10rem]">
              <Field
                id={`recipients/${index}/email`}
                label={t(($) => $.alerts.recipients.email, count)}
                aside={state ? <Pill meaning={meanings[state]}>{t(($) => $.alerts.states[state])}</Pill> : null}
                error={errorOf(`recipients/${index}/email`)}
                hint={state === 'WAITING' ? t(($) => $.alerts.recipients.waiting) : undefined}
              >
                {(wiring) => (
                  <TextInput
                    type="email"
                    name={`recipients/${index}/email`}
                    autoComplete="off"
                    maxLength={254}
                    defaultValue={row.email}
                    {...wiring}
                  />
                )}
              </Field>
              <SelectField
                label={t(($) => $.alerts.recipients.language, count)}
                name={`recipients/${index}/language`}
                defaultValue={row.language}
              >
                {languages.map((one) => (
                  <option key={one} value={one} lang={one}>
                    {languageNames[one]}
                  </option>
                ))}
              </SelectField>
            </li>
          )
        })}
      </ol>
      {rows.length < recipientsMax ? (
        <Button data-needs-js size="dense" className="justify-self-start" onClick={() => setSpare(spare + 1)}>
          <Icon name="plus" />
          {t(($) => $.alerts.recipients.add)}
        </Button>
      ) : null}
      <p className="text-xs text-ink-3">{t(($) => $.alerts.recipients.remove)}</p>
    </Card>
  )
}
