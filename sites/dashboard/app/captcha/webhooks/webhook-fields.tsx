import { webhookEvents } from '@bollard/contracts'
import type { ShownProblem } from '@bollard/site-kit'
import { Checkbox, FieldError, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { eventNames, type TypedWebhook } from './typed-webhook.ts'

interface WebhookFieldsProps {
  typed: TypedWebhook
  problem: ShownProblem | null
  errorOf: (name: string) => string | undefined
}

/** Address, events and description of a webhook. */
export function WebhookFields({ typed, problem, errorOf }: WebhookFieldsProps) {
  const { t } = useTranslation()
  const fault = problem?.errors?.find(({ pointer }) => pointer === '/url')?.code ?? ''
  const faults: Readonly<Record<string, string>> = t(($) => $.webhooks.faults, { returnObjects: true })
  const urlError = errorOf('url')
  const eventsError = errorOf('events')
  return (
    <>
      <TextField
        id="url"
        label={t(($) => $.webhooks.form.url)}
        hint={t(($) => $.webhooks.form.urlHint)}
        error={
          urlError === undefined ? undefined : (faults[fault] ?? (typed.url === '' ? urlError : faults['invalid']))
        }
        name="url"
        type="text"
        inputMode="url"
        required
        maxLength={2048}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://example.org/hooks/bollard"
        defaultValue={typed.url}
      />
      <fieldset className="grid min-w-0" aria-describedby={eventsError ? 'events-error' : undefined}>
        <legend className="text-sm font-[520]">{t(($) => $.webhooks.form.events)}</legend>
        <div className="flex flex-wrap gap-x-6">
          {webhookEvents.map((event) => (
            <Checkbox
              key={event}
              name="events"
              value={event}
              defaultChecked={typed.events.includes(event)}
              label={t(($) => $.webhooks.events[eventNames[event]])}
            />
          ))}
        </div>
        <FieldError id="events-error">{eventsError}</FieldError>
      </fieldset>
      <TextField
        id="description"
        label={t(($) => $.webhooks.form.description)}
        aside={t(($) => $.settings.optional)}
        error={errorOf('description')}
        name="description"
        maxLength={200}
        autoComplete="off"
        defaultValue={typed.description}
      />
    </>
  )
}
