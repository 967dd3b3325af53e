import { timezoneGroups } from '@bollard/site-kit'
import { apiOf, load } from '@bollard/site-kit/server'
import { SelectField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { ZoneOptions } from '../../../forms/zone-options.tsx'
import { requireId } from '../../../request/require-id.server.ts'
import { CaptchaSettingsPage } from '../captcha-settings-page.tsx'
import { changeSettings } from '../change-settings.server.ts'
import { heldSection, loadSettings } from '../load-settings.server.ts'
import { NumberSetting } from '../setting-controls.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { valuesOf } from '../setting-values.ts'
import type { Route } from './+types/log.ts'

const sections = { log: ['retentionDays'], days: ['timeZone'] } as const
const retentionMax = 365

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const [loaded, held, { items }] = await Promise.all([
    loadSettings(context, request, solutionId),
    heldSection(context, request, solutionId, Object.keys(sections)),
    load(context, request, apiOf(context, request).listTimezones()),
  ])
  return { ...loaded, held, zones: timezoneGroups(items, loaded.settings.timeZone) }
}

export function action({ request, context, params }: Route.ActionArgs) {
  return changeSettings({ request, context, solutionId: requireId(context, request, params.solutionId) }, sections)
}

export default function LogSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { settings, admins, held, limits, zones } = loaderData
  const [retention, zone] = [
    t(($) => $.captchaSettings.fields.retentionDays.label),
    t(($) => $.captchaSettings.fields.timeZone.label),
  ]
  const daysOfPlan = limits?.verificationLogDays ?? null
  // What a larger plan had allowed stays as it is, and can become less.
  const daysMax = Math.min(retentionMax, Math.max(daysOfPlan ?? retentionMax, settings.retentionDays))
  return (
    <CaptchaSettingsPage tab="log" admins={admins} answer={actionData} held={held}>
      <SettingsSection
        name="log"
        title={t(($) => $.captchaSettings.sections.log.title)}
        about={t(($) => $.captchaSettings.sections.log.about)}
        labels={{ retentionDays: retention }}
        saved={valuesOf(settings, sections.log)}
        words={{ 'quota-exceeded': t(($) => $.captchaSettings.logOfPlan, { count: daysOfPlan ?? daysMax }) }}
      >
        {(form) => (
          <NumberSetting
            form={form}
            name="retentionDays"
            label={retention}
            hint={
              daysOfPlan === null
                ? t(($) => $.captchaSettings.fields.retentionDays.about)
                : `${t(($) => $.captchaSettings.fields.retentionDays.about)} ${t(($) => $.captchaSettings.logOfPlan, { count: daysOfPlan })}`
            }
            unit={t(($) => $.captchaSettings.units.days)}
            min={1}
            max={daysMax}
          />
        )}
      </SettingsSection>
      <SettingsSection
        name="days"
        title={t(($) => $.captchaSettings.sections.days.title)}
        about={t(($) => $.captchaSettings.sections.days.about)}
        labels={{ timeZone: zone }}
        saved={valuesOf(settings, sections.days)}
        words={{ 'rate-limited': t(($) => $.captchaSettings.zoneTooOften) }}
      >
        {({ shown, errorOf }) => (
          <SelectField
            id="timeZone"
            name="timeZone"
            label={zone}
            hint={t(($) => $.captchaSettings.fields.timeZone.about)}
            error={errorOf('timeZone')}
            className="max-w-[34rem]"
            defaultValue={String(shown['timeZone'])}
          >
            <ZoneOptions zones={zones} />
          </SelectField>
        )}
      </SettingsSection>
    </CaptchaSettingsPage>
  )
}
