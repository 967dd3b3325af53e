import { languageNames, languages } from '@bollard/i18n'
import type { TimezoneGroup } from '@bollard/site-kit'
import { SelectField, TextAreaField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { ZoneOptions } from '../../forms/zone-options.tsx'
import { SettingsSection } from '../../sections/settings-section.tsx'
import type { Setting, Values } from '../../sections/setting-values.ts'

/** What a solution is called, where its days begin, and who is told what. */
export function GeneralForm({ saved, zones }: { saved: Values; zones: readonly TimezoneGroup[] }) {
  const { t } = useTranslation()
  const labels = {
    label: t(($) => $.settings.general.label),
    timezone: t(($) => $.settings.general.timezone),
  }
  const ofMails = {
    notificationEmails: t(($) => $.settings.general.emails),
    language: t(($) => $.settings.general.language),
    ...('usageAlertPercents' in saved ? { usageAlertPercents: t(($) => $.settings.general.percents) } : {}),
  }
  return (
    <>
      <SettingsSection
        name="general"
        title={t(($) => $.settings.general.sections.general)}
        labels={labels}
        saved={pick(saved, labels)}
        words={{ 'rate-limited': t(($) => $.settings.general.zoneTooOften) }}
      >
        {({ shown, errorOf }) => (
          <>
            <TextField
              id="label"
              className="max-w-[34rem]"
              label={labels.label}
              hint={t(($) => $.settings.general.labelHint)}
              error={errorOf('label')}
              name="label"
              required
              minLength={3}
              maxLength={50}
              autoComplete="off"
              defaultValue={textOf(shown['label'])}
            />
            <SelectField
              id="timezone"
              className="max-w-[34rem]"
              label={labels.timezone}
              hint={t(($) => $.settings.general.timezoneHint)}
              error={errorOf('timezone')}
              name="timezone"
              defaultValue={textOf(shown['timezone'])}
            >
              <ZoneOptions zones={zones} />
            </SelectField>
          </>
        )}
      </SettingsSection>
      <SettingsSection
        name="notifications"
        title={t(($) => $.settings.general.sections.notifications)}
        labels={ofMails}
        saved={pick(saved, ofMails)}
      >
        {({ shown, errorOf }) => (
          <>
            <TextAreaField
              id="notificationEmails"
              className="max-w-[34rem]"
              label={ofMails.notificationEmails}
              aside={t(($) => $.settings.optional)}
              hint={t(($) => $.settings.general.emailsHint)}
              error={errorOf('notificationEmails') === undefined ? undefined : t(($) => $.settings.general.emailsError)}
              name="notificationEmails"
              rows={2}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              inputMode="email"
              defaultValue={textOf(shown['notificationEmails'], '\n')}
            />
            <SelectField
              id="language"
              className="max-w-[34rem]"
              label={ofMails.language}
              hint={t(($) => $.settings.general.languageHint)}
              error={errorOf('language')}
              name="language"
              defaultValue={textOf(shown['language'])}
            >
              {languages.map((one) => (
                <option key={one} value={one} lang={one}>
                  {languageNames[one]}
                </option>
              ))}
            </SelectField>
            {'usageAlertPercents' in saved ? (
              <TextField
                id="usageAlertPercents"
                className="max-w-[34rem]"
                label={ofMails.usageAlertPercents}
                hint={t(($) => $.settings.general.percentsHint)}
                error={
                  errorOf('usageAlertPercents') === undefined ? undefined : t(($) => $.settings.general.percentsError)
                }
                name="usageAlertPercents"
                autoComplete="off"
                placeholder="80, 100, 120"
                defaultValue={textOf(shown['usageAlertPercents'], ', ')}
              />
            ) : null}
          </>
        )}
      </SettingsSection>
    </>
  )
}

const pick = (saved: Values, labels: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(Object.keys(labels).map((name) => [name, saved[name]]))

/** A setting as it stands in a field of text; several are joined. */
function textOf(value: Setting, between = ' '): string {
  return Array.isArray(value) ? value.join(between) : String(value ?? '')
}
