import { languageNames, languages } from '@bollard/i18n'
import { ProblemAlert, type ShownProblem, timezoneGroups, useFieldErrors } from '@bollard/site-kit'
import { Card, Checkbox, SelectField, TextAreaField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { Fold } from '../../forms/fold.tsx'
import { ZoneOptions } from '../../forms/zone-options.tsx'
import { MembersOnly } from '../../forms/members-only.tsx'
import type { ServiceChoices } from '../services/change-service.server.ts'
import { SaveButton } from '../../forms/save-button.tsx'
import { useMonitoring } from '../use-monitoring.ts'
import { WeeklyHoursFields } from '../weekly-hours-fields.tsx'
import { fieldsOf, type TypedChannel } from './typed-channel.ts'

interface ChannelFormProps {
  typed: TypedChannel
  problem: ShownProblem | null
  zones: ServiceChoices['zones']
  /** Of a channel that there is. */
  version?: number
  /** Names of the secrets that are kept. */
  secrets?: readonly string[]
}

/** The form of a channel of one kind. */
export function ChannelForm({ typed, problem, zones, version, secrets = [] }: ChannelFormProps) {
  const { t } = useTranslation()
  const { mayChange } = useMonitoring()
  const { errorOf, formProps } = useFieldErrors(problem)
  const { kind, values } = typed
  const words = t(($) => $.monitoring.channel, { returnObjects: true })
  const labels: Readonly<Record<string, string>> = words.fields
  const text = (name: string) => ({ id: name, name, defaultValue: values[name] ?? '', error: errorOf(name) })
  const zone = values['quietHours/timeZone'] ?? ''
  return (
    <Card className="sm:p-6">
      <Form method="post" {...formProps}>
        <fieldset disabled={!mayChange} className="grid max-w-[40rem] min-w-0 gap-5">
          <MembersOnly />
          <input type="hidden" name="kind" value={kind} />
          {version === undefined ? null : <input type="hidden" name="version" value={version} />}
          <ProblemAlert problem={problem} words={{ 'quota-exceeded': words.full }} />
          <TextField
            label={t(($) => $.monitoring.fields.title)}
            required
            maxLength={80}
            autoComplete="off"
            {...text('name')}
          />
          {fieldsOf(kind).map(({ name, as, optional, choices = [] }) => {
            const shared = {
              label: labels[name.split('/').at(-1) ?? name] ?? name,
              autoComplete: 'off',
              spellCheck: false,
              ...(optional ? { aside: t(($) => $.settings.optional) } : {}),
              ...text(`target/${name}`),
            }
            if (as === 'lines') return <TextAreaField key={name} {...shared} hint={words.addressesHint} />
            if (as === 'secret')
              return (
                <TextField
                  key={name}
                  {...shared}
                  type="password"
                  autoComplete="new-password"
                  defaultValue=""
                  hint={secrets.length > 0 ? t(($) => $.monitoring.authentication.kept) : undefined}
                />
              )
            if (as === 'choice')
              return (
                <SelectField key={name} label={shared.label} {...text(`target/${name}`)}>
                  {choices.map((one) => (
                    <option key={one}>{one}</option>
                  ))}
                </SelectField>
              )
            return <TextField key={name} {...shared} />
          })}
          {kind === 'REQUEST' ? <RequestFields values={values} errorOf={errorOf} /> : null}
          <SelectField label={words.language} {...text('language')}>
            {languages.map((one) => (
              <option key={one} value={one} lang={one}>
                {languageNames[one]}
              </option>
            ))}
          </SelectField>
          <Fold label={words.quietHours} isOpen={zone !== ''}>
            <p>{words.quietAbout}</p>
            <div className="grid w-full gap-4">
              <SelectField label={t(($) => $.monitoring.maintenance.zone)} {...text('quietHours/timeZone')}>
                <option value="">{t(($) => $.monitoring.form.none)}</option>
                <ZoneOptions zones={timezoneGroups(zones, zone || 'Etc/UTC')} />
              </SelectField>
              <WeeklyHoursFields at="quietHours/hours" values={values} errorOf={errorOf} />
            </div>
          </Fold>
          <Checkbox name="active" defaultChecked={values['active'] !== ''} label={words.active} />
          <SaveButton create={words.create} isNew={version === undefined} />
        </fieldset>
      </Form>
    </Card>
  )
}

interface RequestFieldsProps {
  values: TypedChannel['values']
  errorOf: (name: string) => string | undefined
}

/** A request of one's own, the one that is sent when an alert has ended, and the secrets that both may name. */
function RequestFields({ values, errorOf }: RequestFieldsProps) {
  const { t } = useTranslation()
  const words = t(($) => $.monitoring.channel, { returnObjects: true })
  const text = (name: string) => ({ id: name, name, defaultValue: values[name] ?? '', error: errorOf(name) })
  const request = (part: 'request' | 'resolvedRequest') => {
    const at = `target/${part}`
    return (
      <div className="grid w-full gap-5">
        <TextField label={words.fields.url} autoComplete="off" spellCheck={false} {...text(`${at}/url`)} />
        <SelectField label={t(($) => $.monitoring.fields.method)} {...text(`${at}/method`)}>
          <option value="POST">POST</option>
          <option value="PUT">PUT</option>
        </SelectField>
        <SelectField label={words.fields.contentType} {...text(`${at}/contentType`)}>
          <option value="JSON">JSON</option>
          <option value="FORM">{words.formType}</option>
          <option value="TEXT">{words.textType}</option>
        </SelectField>
        <TextAreaField
          label={t(($) => $.monitoring.fields.headers)}
          rows={2}
          spellCheck={false}
          {...text(`${at}/headers`)}
        />
        <TextAreaField
          label={t(($) => $.monitoring.fields.body)}
          hint={words.bodyHint}
          rows={5}
          spellCheck={false}
          {...text(`${at}/body`)}
        />
      </div>
    )
  }
  return (
    <>
      {request('request')}
      <TextAreaField
        label={words.secrets}
        hint={words.secretsHint}
        rows={2}
        spellCheck={false}
        {...text('target/secrets')}
      />
      <Fold label={words.resolvedRequest} isOpen={(values['target/resolvedRequest/url'] ?? '') !== ''}>
        {request('resolvedRequest')}
      </Fold>
    </>
  )
}
