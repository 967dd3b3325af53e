import { requireId } from '@bollard/site-kit/server'
import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSolution } from '../../../solution/use-solution.ts'
import { CaptchaSettingsPage } from '../captcha-settings-page.tsx'
import { changeSettings } from '../change-settings.server.ts'
import { loadSections } from '../load-settings.server.ts'
import { NumberSetting } from '../../../sections/setting-controls.tsx'
import { SettingsSection } from '../../../sections/settings-section.tsx'
import { valuesOf } from '../../../sections/setting-values.ts'
import type { Route } from './+types/log.ts'

const sections = { log: ['retentionDays'] } as const
const retentionMax = 365

export function loader(args: Route.LoaderArgs) {
  return loadSections(args, sections)
}

export function action({ request, context, params }: Route.ActionArgs) {
  return changeSettings({ request, context, solutionId: requireId(context, request, params.solutionId) }, sections)
}

export default function LogSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { solution, base } = useSolution()
  const { settings, admins, held, limits } = loaderData
  const retention = t(($) => $.captchaSettings.fields.retentionDays.label)
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
      <Card id="days" className="sm:p-6">
        <CardHeader className="!mb-1" title={t(($) => $.captchaSettings.sections.days.title)} />
        <p className="max-w-[44rem] text-sm text-ink-2">{t(($) => $.captchaSettings.sections.days.about)}</p>
        <p className="mt-4 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
          <span className="font-[560]">
            {solution.timezone === 'Etc/UTC' ? 'UTC' : solution.timezone.replaceAll('_', ' ')}
          </span>
          <Link className="text-link" to={`${base}/settings/general#timezone`}>
            {t(($) => $.captchaSettings.sections.days.change)}
          </Link>
        </p>
      </Card>
    </CaptchaSettingsPage>
  )
}
