import type { SiteSettings } from '@bollard/contracts'
import { apiOf, attempt, requireId } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { CaptchaSettingsPage } from '../captcha-settings-page.tsx'
import { changeSettings } from '../change-settings.server.ts'
import { loadSettings } from '../load-settings.server.ts'
import { ChoiceSetting, SwitchSetting } from '../../../sections/setting-controls.tsx'
import { SettingsSection } from '../../../sections/settings-section.tsx'
import { valuesOf } from '../../../sections/setting-values.ts'
import type { Route } from './+types/protection.ts'
import { LinesField } from './lines-field.tsx'
import { PrivateTokenFields } from './private-token-fields.tsx'
import { SignedBotFields } from './signed-bot-fields.tsx'
import { DifficultySetting } from './difficulty-setting.tsx'
import { ThresholdSetting } from './threshold-setting.tsx'
import { heldSection } from '../../../sections/save-section.server.ts'

/** Fields by section: who gets through, how much work visitors do, and who is trusted. */
const sections = {
  passing: ['threshold', 'riskScoring', 'minimalData', 'honeypots'],
  work: ['difficulty', 'volumeBudgets', 'underAttack', 'exemptNetworks'],
  trust: ['failover', 'signedBots', 'privateTokens', 'monitoredBy'],
} as const satisfies Record<string, readonly (keyof SiteSettings)[]>

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const loading = loadSettings(context, request, solutionId)
  const [loaded, held, statistics, work] = await Promise.all([
    loading,
    heldSection({ context, request }, solutionId, Object.keys(sections)),
    // The distribution only helps to choose; the settings can be changed without.
    attempt(api.getStatistics({ solutionId, period: '7d' })),
    loading.then(({ settings }) => attempt(api.getPredictedWork({ solutionId, difficulty: settings.difficulty }))),
  ])
  return {
    ...loaded,
    held,
    scores: statistics.ok ? statistics.value.scores : null,
    work: work.ok ? work.value : null,
  }
}

export function action({ request, context, params }: Route.ActionArgs) {
  return changeSettings({ request, context, solutionId: requireId(context, request, params.solutionId) }, sections)
}

export default function Protection({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { settings, admins, held, scores, work } = loaderData
  const labelled = (names: readonly (keyof SiteSettings)[]) =>
    Object.fromEntries(names.map((name) => [name, t(($) => $.captchaSettings.fields[name as 'threshold'].label)]))
  const words = (name: 'riskScoring' | 'minimalData' | 'honeypots' | 'volumeBudgets') => ({
    name,
    label: t(($) => $.captchaSettings.fields[name].label),
    about: t(($) => $.captchaSettings.fields[name].about),
  })
  const choice = (value: 'AUTO' | 'ON' | 'OFF' | 'REFUSE' | 'RECORDED_OUTAGES') => ({
    value,
    label: t(($) => $.captchaSettings.choices[value]),
    about: t(($) => $.captchaSettings.choicesAbout[value]),
  })
  return (
    <CaptchaSettingsPage tab="protection" admins={admins} answer={actionData} held={held}>
      <SettingsSection
        name="passing"
        title={t(($) => $.captchaSettings.sections.passing.title)}
        about={t(($) => $.captchaSettings.sections.passing.about)}
        labels={labelled(sections.passing)}
        saved={valuesOf(settings, sections.passing)}
        canBeTried
      >
        {(form) => (
          <>
            <ThresholdSetting form={form} scores={scores} saved={settings.threshold} />
            <SwitchSetting form={form} {...words('riskScoring')} />
            <SwitchSetting form={form} {...words('minimalData')} />
            <SwitchSetting form={form} {...words('honeypots')} />
          </>
        )}
      </SettingsSection>
      <SettingsSection
        name="work"
        title={t(($) => $.captchaSettings.sections.work.title)}
        about={t(($) => $.captchaSettings.sections.work.about)}
        labels={labelled(sections.work)}
        saved={valuesOf(settings, sections.work)}
        faults={{ exemptNetworks: 'network' }}
        canBeTried
      >
        {(form) => (
          <>
            <DifficultySetting form={form} work={work} />
            <ChoiceSetting
              form={form}
              name="underAttack"
              legend={t(($) => $.captchaSettings.fields.underAttack.label)}
              choices={[choice('AUTO'), choice('ON'), choice('OFF')]}
            />
            <SwitchSetting form={form} {...words('volumeBudgets')} />
            <LinesField
              form={form}
              name="exemptNetworks"
              label={t(($) => $.captchaSettings.fields.exemptNetworks.label)}
              hint={t(($) => $.captchaSettings.fields.exemptNetworks.about)}
              error={t(($) => $.captchaSettings.networksError)}
              placeholder="192.0.2.0/24"
            />
          </>
        )}
      </SettingsSection>
      <SettingsSection
        name="trust"
        title={t(($) => $.captchaSettings.sections.trust.title)}
        about={t(($) => $.captchaSettings.sections.trust.about)}
        labels={labelled(sections.trust)}
        saved={valuesOf(settings, sections.trust)}
      >
        {(form) => (
          <>
            <ChoiceSetting
              form={form}
              name="failover"
              legend={t(($) => $.captchaSettings.fields.failover.label)}
              choices={[choice('REFUSE'), choice('RECORDED_OUTAGES')]}
            />
            <SignedBotFields form={form} />
            <PrivateTokenFields form={form} />
            <LinesField
              form={form}
              name="monitoredBy"
              label={t(($) => $.captchaSettings.fields.monitoredBy.label)}
              hint={t(($) => $.captchaSettings.fields.monitoredBy.about)}
              error={t(($) => $.captchaSettings.monitoredByError)}
              placeholder="019a9b1c-5d3e-7000-8000-0000000000a1"
            />
          </>
        )}
      </SettingsSection>
    </CaptchaSettingsPage>
  )
}
