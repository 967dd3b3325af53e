import { textOf } from '@bollard/site-kit'
import { act, apiOf, load, requireId } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { data, redirect } from 'react-router'
import { Page, PageTitle } from '../../frame/page.tsx'
import { DeleteCard } from '../../forms/delete-card.tsx'
import { useMonitoring } from '../use-monitoring.ts'
import { loadTargets } from './load-targets.server.ts'
import { RuleForm } from './rule-form.tsx'
import { ruleOf, shownRule, typedRule } from './typed-rule.ts'
import type { Route } from './+types/rule.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const alertRuleId = requireId(context, request, params.alertRuleId).toLowerCase()
  const [{ items }, targets] = await Promise.all([
    load(context, request, apiOf(context, request).listAlertRules({ solutionId })),
    loadTargets({ context, request, solutionId }),
  ])
  const rule = items.find(({ id }) => id === alertRuleId)
  if (rule === undefined) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  return { rule, targets }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const alertRuleId = requireId(context, request, params.alertRuleId)
  const form = await request.formData()
  const api = apiOf(context, request)
  const typed = textOf(form, 'do') === 'delete' ? null : typedRule(form)
  const answer = await act<unknown>(
    { context, request },
    typed === null
      ? api.deleteAlertRule({ solutionId, alertRuleId })
      : api.putAlertRule({
          solutionId,
          alertRuleId,
          alertRuleDto: { ...ruleOf(typed), version: Number(textOf(form, 'version')) },
        }),
  )
  if (!answer.ok) return data({ problem: answer.problem, typed }, { status: answer.problem.status })
  throw redirect(`/${params.language}/solutions/${solutionId}/monitoring/alerts`)
}

export default function RulePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb } = useMonitoring()
  const { rule, targets } = loaderData
  const words = t(($) => $.monitoring.rule, { returnObjects: true })
  const crumbs = [crumb, { label: t(($) => $.monitoring.alerts.title), to: `${base}/alerts` }]
  return (
    <Page title={rule.name} crumbs={crumbs}>
      <PageTitle title={rule.name} subtitle={words.kinds[rule.condition.kind]} />
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        <RuleForm
          key={rule.version}
          typed={actionData?.typed ?? shownRule(rule)}
          problem={actionData?.problem ?? null}
          targets={targets}
          version={rule.version}
        />
        <DeleteCard label={words.delete} about={words.deleteAbout} />
      </div>
    </Page>
  )
}
