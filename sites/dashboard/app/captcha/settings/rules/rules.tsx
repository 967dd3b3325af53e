import { type RuleForm, rulesMax } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { apiOf, load, requireId } from '@bollard/site-kit/server'
import { Button, ButtonLink, Card, EmptyState } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Link, useSearchParams } from 'react-router'
import { DoneToast } from '../../../forms/done-toast.tsx'
import { useSolution } from '../../../solution/use-solution.ts'
import { CaptchaSettingsPage } from '../captcha-settings-page.tsx'
import { heldSection, type SettingsAnswer } from '../../../sections/save-section.server.ts'
import { loadSettings } from '../load-settings.server.ts'
import { PlanNote } from '../plan-note.tsx'
import { SettingsSection } from '../../../sections/settings-section.tsx'
import { useSections } from '../../../sections/use-sections.ts'
import type { Route } from './+types/rules.ts'
import { changeForms, changeOrder, formSections, readRules, valuesOfForms } from './change-rules.server.ts'
import { FormSections } from './form-sections.tsx'
import { loadCountries } from './load-countries.server.ts'
import { RuleList } from './rule-list.tsx'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const [{ admins, features, planWith }, rules, forms, countries, held] = await Promise.all([
    loadSettings(context, request, solutionId),
    readRules({ context, request, solutionId }),
    load(context, request, api.getRuleForms({ solutionId })),
    loadCountries(context, request, { solutionId, language: params.language }),
    heldSection({ context, request }, solutionId, Object.keys(formSections)),
  ])
  const ruleOf = (form: RuleForm) => rules.find((rule) => rule.form === form)?.id ?? null
  return {
    admins,
    features,
    planWith,
    held,
    rules,
    isFull: rules.length >= rulesMax,
    forms: valuesOfForms(forms),
    paused: forms.paused.map((form) => ({ form, ruleId: ruleOf(form) })),
    countries,
    now: Date.now(),
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const sender = { request, context, solutionId: requireId(context, request, params.solutionId) }
  const form = await request.formData()
  const section = textOf(form, 'section')
  if (section !== 'order' && section !== 'countries' && section !== 'networks')
    throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  const answer = section === 'order' ? await changeOrder(sender, form) : await changeForms(sender, form, section)
  return data({ section, ...answer } satisfies SettingsAnswer, {
    status: answer.problem?.status ?? (answer.conflict ? 409 : 200),
  })
}

export default function Rules({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const { admins, rules, isFull, forms, paused, countries, held, now } = loaderData
  const blocked = search.get('block')
  const done = (['created', 'deleted'] as const).find((one) => search.has(one))
  return (
    <CaptchaSettingsPage tab="rules" admins={admins} answer={actionData} held={held}>
      {done === undefined || actionData ? null : <DoneToast>{t(($) => $.rules.done[done])}</DoneToast>}
      <PlanNote loaded={loaderData} feature="RULES" />
      <Actions isFull={isFull} />
      {rules.length === 0 ? (
        <Card>
          <EmptyState title={t(($) => $.rules.emptyTitle)}>{t(($) => $.rules.empty)}</EmptyState>
        </Card>
      ) : (
        <SettingsSection
          name="order"
          title={t(($) => $.rules.title)}
          about={t(($) => $.rules.about)}
          labels={{ order: t(($) => $.rules.order) }}
          saved={{ order: rules.map(({ id }) => id) }}
          words={{ 'version-conflict': t(($) => $.rules.orderConflict) }}
          canBeTried
        >
          {(form) => <RuleList rules={rules} order={orderOf(form.shown['order'])} now={now} />}
        </SettingsSection>
      )}
      <FormSections
        saved={forms}
        countries={countries}
        paused={paused}
        blocked={countries.some(({ code }) => code === blocked) ? blocked : null}
      />
    </CaptchaSettingsPage>
  )
}

function orderOf(shown: unknown): string[] {
  return Array.isArray(shown) ? shown.map(String) : []
}

function Actions({ isFull }: { isFull: boolean }) {
  const { t } = useTranslation()
  const { mayChange } = useSections()
  const { base } = useSolution()
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      {mayChange && !isFull ? (
        <ButtonLink asChild variant="primary" size="dense">
          <Link to={`${base}/captcha/settings/rules/new`}>{t(($) => $.rules.add)}</Link>
        </ButtonLink>
      ) : null}
      {mayChange && isFull ? (
        <Button size="dense" disabled>
          {t(($) => $.rules.add)}
        </Button>
      ) : null}
      <ButtonLink asChild size="dense">
        <Link to={`${base}/captcha/settings/rules/try`}>{t(($) => $.rules.tryRequest.title)}</Link>
      </ButtonLink>
      {isFull ? <span className="text-sm text-ink-2">{t(($) => $.rules.full, { count: rulesMax })}</span> : null}
    </div>
  )
}
