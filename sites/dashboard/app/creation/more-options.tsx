import { languageNames, languages } from '@bollard/i18n'
import { type TimezoneGroup, useSite } from '@bollard/site-kit'
import { SelectField } from '@bollard/ui'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { planName } from '../billing/plan-name.ts'
import { ZoneOptions } from '../forms/zone-options.tsx'

/** What a captcha can begin with; each list is empty where there is nothing to choose. */
export interface CreationChoices {
  trialDays: number | null
  /** Codes of plans that cost nothing. */
  freePlans: readonly string[]
  organizations: readonly { id: string; name: string }[]
  zones: readonly TimezoneGroup[]
}

export interface TypedOptions {
  plan: string
  organizationId: string
  timezone: string
  language: string
}

interface MoreOptionsProps extends CreationChoices {
  typed: TypedOptions | null
  errorOf: (name: string) => string | undefined
}

/** What most people leave as it is: plan, organization, time zone and language. Opens by itself where something is wrong in it. */
export function MoreOptions({ trialDays, freePlans, organizations, zones, typed, errorOf }: MoreOptionsProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const timezone = useRef<HTMLSelectElement>(null)
  const wasTyped = typed !== null
  useEffect(() => {
    const select = timezone.current
    if (select === null || wasTyped) return
    // The browser knows better than we do; a zone that it alone knows changes nothing.
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
    if (Array.from(select.options).some(({ value }) => value === own)) select.value = own
  }, [wasTyped])
  const hasFault = ['planCode', 'organizationId', 'timezone', 'language'].some((name) => errorOf(name) !== undefined)
  return (
    <details open={hasFault ? true : undefined} className="min-w-0">
      <summary className="w-fit cursor-pointer rounded-sm text-sm text-link touch:py-2.5">
        {t(($) => $.create.more)}
      </summary>
      <div className="grid gap-5 pt-4">
        {freePlans.length === 0 || trialDays === null ? null : (
          <SelectField
            id="planCode"
            name="planCode"
            label={t(($) => $.create.plan)}
            hint={t(($) => $.create.planHint)}
            error={errorOf('planCode')}
            defaultValue={typed?.plan ?? ''}
          >
            <option value="">{t(($) => $.create.trial, { count: trialDays })}</option>
            {freePlans.map((code) => (
              <option key={code} value={code}>
                {planName(code)}
              </option>
            ))}
          </SelectField>
        )}
        {organizations.length === 0 ? null : (
          <SelectField
            id="organizationId"
            name="organizationId"
            label={t(($) => $.create.organization)}
            hint={t(($) => $.create.organizationHint)}
            error={errorOf('organizationId')}
            defaultValue={typed?.organizationId ?? ''}
          >
            <option value="">{t(($) => $.create.noOrganization)}</option>
            {organizations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        {zones.length === 0 ? null : (
          <SelectField
            ref={timezone}
            id="timezone"
            name="timezone"
            label={t(($) => $.create.timezone)}
            hint={t(($) => $.settings.general.timezoneHint)}
            error={errorOf('timezone')}
            defaultValue={typed?.timezone ?? 'Etc/UTC'}
          >
            <ZoneOptions zones={zones} />
          </SelectField>
        )}
        <SelectField
          id="language"
          name="language"
          label={t(($) => $.create.language)}
          hint={t(($) => $.settings.general.languageHint)}
          error={errorOf('language')}
          defaultValue={typed?.language ?? language}
        >
          {languages.map((one) => (
            <option key={one} value={one} lang={one}>
              {languageNames[one]}
            </option>
          ))}
        </SelectField>
      </div>
    </details>
  )
}
