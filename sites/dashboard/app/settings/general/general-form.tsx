import { languageNames, languages } from '@bollard/i18n'
import { ProblemAlert, type TimezoneGroup, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { Button, Card, SelectField, TextAreaField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { ZoneOptions } from '../../forms/zone-options.tsx'
import type { GeneralAnswer } from './change-general.server.ts'
import { ConflictAlert } from './conflict-alert.tsx'
import { type GeneralFields, typeFields } from './general-fields.ts'
import { useGeneralLabels } from './use-general-labels.ts'

interface GeneralFormProps {
  saved: GeneralFields
  zones: readonly TimezoneGroup[]
  answer: GeneralAnswer | null
}

/** Keyed by version and conflict on its page, so that it shows what was saved. */
export function GeneralForm({ saved, zones, answer }: GeneralFormProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const problem = answer?.problem ?? null
  const { errorOf, formProps } = useFieldErrors(problem)
  const labels = useGeneralLabels()
  const shown = answer?.typed ?? typeFields(saved)
  const base = answer?.conflict?.current ?? saved
  return (
    <Card className="sm:p-6">
      <Form method="post" className="grid max-w-[34rem] gap-5" {...formProps}>
        <input type="hidden" name="do" value="save" />
        <input type="hidden" name="base" value={JSON.stringify(base)} />
        <ProblemAlert
          problem={problem}
          words={{
            'solution-locked': t(($) => $.settings.locked),
            'rate-limited': t(($) => $.settings.general.zoneTooOften),
          }}
          labels={labels}
          errorOf={errorOf}
        />
        {answer?.conflict && answer.typed ? (
          <ConflictAlert conflict={answer.conflict} typed={answer.typed} labels={labels} />
        ) : null}
        <TextField
          id="label"
          label={labels.label}
          hint={t(($) => $.settings.general.labelHint)}
          error={errorOf('label')}
          name="label"
          required
          minLength={3}
          maxLength={50}
          autoComplete="off"
          defaultValue={shown.label}
        />
        <SelectField
          id="timezone"
          label={labels.timezone}
          hint={t(($) => $.settings.general.timezoneHint)}
          error={errorOf('timezone')}
          name="timezone"
          defaultValue={shown.timezone}
        >
          <ZoneOptions zones={zones} />
        </SelectField>
        <TextAreaField
          id="notificationEmails"
          label={labels.notificationEmails}
          aside={t(($) => $.settings.optional)}
          hint={t(($) => $.settings.general.emailsHint)}
          error={errorOf('notificationEmails') === undefined ? undefined : t(($) => $.settings.general.emailsError)}
          name="notificationEmails"
          rows={2}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          defaultValue={shown.notificationEmails}
        />
        <SelectField
          id="language"
          label={labels.language}
          hint={t(($) => $.settings.general.languageHint)}
          error={errorOf('language')}
          name="language"
          defaultValue={shown.language}
        >
          {languages.map((one) => (
            <option key={one} value={one} lang={one}>
              {languageNames[one]}
            </option>
          ))}
        </SelectField>
        {saved.usageAlertPercents === null ? null : (
          <TextField
            id="usageAlertPercents"
            label={labels.usageAlertPercents}
            hint={t(($) => $.settings.general.percentsHint)}
            error={errorOf('usageAlertPercents') === undefined ? undefined : t(($) => $.settings.general.percentsError)}
            name="usageAlertPercents"
            inputMode="text"
            autoComplete="off"
            placeholder="80, 100, 120"
            defaultValue={shown.usageAlertPercents}
          />
        )}
        <Button type="submit" variant="primary" className="justify-self-start" aria-disabled={isSending}>
          {isSending ? t(($) => $.settings.saving) : t(($) => $.settings.save)}
        </Button>
      </Form>
    </Card>
  )
}
