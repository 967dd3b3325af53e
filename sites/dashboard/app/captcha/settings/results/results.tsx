import { requireId } from '@bollard/site-kit/server'
import { TextAreaField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { CaptchaSettingsPage } from '../captcha-settings-page.tsx'
import { changeSettings } from '../change-settings.server.ts'
import { loadSections } from '../load-settings.server.ts'
import { hasFeature, PlanNote } from '../plan-note.tsx'
import { NumberSetting, SwitchSetting } from '../../../sections/setting-controls.tsx'
import { SettingsSection } from '../../../sections/settings-section.tsx'
import { valuesOf } from '../../../sections/setting-values.ts'
import type { Route } from './+types/results.ts'

const sections = {
  tokens: ['resultTtlMinutes', 'resultRetrievals', 'refuseOtherNetworks'],
  actions: ['actions'],
} as const

export function loader(args: Route.LoaderArgs) {
  return loadSections(args, sections)
}

export function action({ request, context, params }: Route.ActionArgs) {
  return changeSettings({ request, context, solutionId: requireId(context, request, params.solutionId) }, sections)
}

export default function Results({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { settings, admins, held } = loaderData
  const labels = {
    resultTtlMinutes: t(($) => $.captchaSettings.fields.resultTtlMinutes.label),
    resultRetrievals: t(($) => $.captchaSettings.fields.resultRetrievals.label),
    refuseOtherNetworks: t(($) => $.captchaSettings.fields.refuseOtherNetworks.label),
  }
  const isWithheld = !hasFeature(loaderData, 'RESULT_RETRIEVAL')
  return (
    <CaptchaSettingsPage tab="results" admins={admins} answer={actionData} held={held}>
      <SettingsSection
        name="tokens"
        title={t(($) => $.captchaSettings.sections.tokens.title)}
        about={t(($) => $.captchaSettings.sections.tokens.about)}
        labels={labels}
        saved={valuesOf(settings, sections.tokens)}
      >
        {(form) => (
          <>
            <NumberSetting
              form={form}
              name="resultTtlMinutes"
              label={labels.resultTtlMinutes}
              hint={t(($) => $.captchaSettings.fields.resultTtlMinutes.about)}
              unit={t(($) => $.captchaSettings.units.minutes)}
              min={1}
              max={1440}
              // What a larger plan had allowed can become less, and the usual value can always be chosen.
              readOnly={isWithheld && settings.resultTtlMinutes === 15}
            />
            <NumberSetting
              form={form}
              name="resultRetrievals"
              label={labels.resultRetrievals}
              hint={t(($) => $.captchaSettings.fields.resultRetrievals.about)}
              min={1}
              max={10}
              readOnly={isWithheld && settings.resultRetrievals === 1}
            />
            <PlanNote loaded={loaderData} feature="RESULT_RETRIEVAL" />
            <SwitchSetting
              form={form}
              name="refuseOtherNetworks"
              label={labels.refuseOtherNetworks}
              about={t(($) => $.captchaSettings.fields.refuseOtherNetworks.about)}
            />
          </>
        )}
      </SettingsSection>
      <SettingsSection
        name="actions"
        title={t(($) => $.captchaSettings.sections.actions.title)}
        about={t(($) => $.captchaSettings.sections.actions.about)}
        labels={{ actions: t(($) => $.captchaSettings.fields.actions.label) }}
        saved={valuesOf(settings, sections.actions)}
      >
        {({ shown, errorOf }) => (
          <TextAreaField
            id="actions"
            name="actions"
            label={t(($) => $.captchaSettings.fields.actions.label)}
            aside={t(($) => $.settings.optional)}
            hint={t(($) => $.captchaSettings.fields.actions.about)}
            error={errorOf('actions') === undefined ? undefined : t(($) => $.captchaSettings.actionsError)}
            rows={3}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="max-w-[34rem]"
            defaultValue={Array.isArray(shown['actions']) ? shown['actions'].join('\n') : ''}
          />
        )}
      </SettingsSection>
    </CaptchaSettingsPage>
  )
}
