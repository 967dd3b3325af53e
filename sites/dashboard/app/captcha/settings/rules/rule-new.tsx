import type { RuleContent } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { act, apiOf, requireId, scopeOf } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { data, redirect } from 'react-router'
import { dropForm, holdForm } from '../../../forms/held-form.server.ts'
import { CaptchaSettingsPage } from '../captcha-settings-page.tsx'
import { heldSection, type SettingsAnswer, settingsOf } from '../../../sections/save-section.server.ts'
import { loadSettings } from '../load-settings.server.ts'
import { PlanNote } from '../plan-note.tsx'
import { SettingsSection } from '../../../sections/settings-section.tsx'
import { readValues } from '../../../sections/setting-values.ts'
import type { Route } from './+types/rule-new.ts'
import { lastPriority, readRules, tryRule } from './change-rules.server.ts'
import { loadCountries } from './load-countries.server.ts'
import { newRule, ruleNames } from './read-rule.ts'
import { RuleFields } from './rule-fields.tsx'

const section = 'new-rule'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const [{ admins, features, planWith }, countries, held] = await Promise.all([
    loadSettings(context, request, solutionId),
    loadCountries(context, request, { solutionId, language: params.language }),
    heldSection({ context, request }, solutionId, [section]),
  ])
  return { admins, features, planWith, countries, held, intent: crypto.randomUUID() }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const sender = { request, context, solutionId }
  const form = await request.formData()
  const typed = readValues(form, ruleNames)
  const content = typed as unknown as Omit<RuleContent, 'priority'>
  const answer = (did: SettingsAnswer['did'], rest: Pick<SettingsAnswer, 'problem' | 'tried'>) =>
    data<SettingsAnswer>({ section, did, conflict: null, typed, ...rest }, { status: rest.problem?.status ?? 200 })
  if (textOf(form, 'do') === 'try') {
    const { result, problem } = await tryRule(sender, form, { id: null, content })
    return answer('try', { problem, tried: result })
  }
  const priority = lastPriority(await readRules(sender)) + 10
  const created = await act(
    sender,
    apiOf(context, request).createRule(
      { solutionId, ruleNewDto: { ...content, priority } },
      { idempotencyKey: textOf(form, 'intent') },
    ),
    '?back',
    (scope) =>
      holdForm(
        scope,
        { of: settingsOf(solutionId, section), by: textOf(form, 'by') },
        { values: JSON.stringify(typed) },
      ),
  )
  if (!created.ok) return answer('save', { problem: created.problem, tried: null })
  dropForm(scopeOf(context, request), request)
  return redirect(`/${params.language}/solutions/${solutionId}/captcha/settings/rules?created`)
}

export default function RuleNew({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { admins, countries, held, intent } = loaderData
  return (
    <CaptchaSettingsPage tab="rules" title={t(($) => $.rules.new)} admins={admins} answer={actionData} held={held}>
      <PlanNote loaded={loaderData} feature="RULES" />
      <SettingsSection
        name={section}
        title={t(($) => $.rules.new)}
        about={t(($) => $.rules.newAbout)}
        labels={useRuleLabels()}
        saved={newRule}
        words={{ 'version-conflict': t(($) => $.rules.orderConflict) }}
        hidden={{ intent }}
        canBeTried
      >
        {(form) => (
          <RuleFields
            form={form}
            problem={actionData?.problem ?? null}
            sent={actionData?.typed ?? null}
            countries={countries}
            isOfForm={false}
          />
        )}
      </SettingsSection>
    </CaptchaSettingsPage>
  )
}

/** What the fields of a rule are called. */
export function useRuleLabels(): Record<(typeof ruleNames)[number], string> {
  const { t } = useTranslation()
  return {
    name: t(($) => $.rules.name),
    conditions: t(($) => $.rules.conditions),
    action: t(($) => $.rules.then),
    enabled: t(($) => $.rules.enabled),
    dryRun: t(($) => $.rules.dryRun),
    expiresAt: t(($) => $.rules.expiresAt),
  }
}
