import { act, apiOf, requireId } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { data, redirect } from 'react-router'
import { Page, PageTitle } from '../../frame/page.tsx'
import { useMonitoring } from '../use-monitoring.ts'
import { loadTargets } from './load-targets.server.ts'
import { RuleForm } from './rule-form.tsx'
import { newRule, ruleOf, typedRule } from './typed-rule.ts'
import type { Route } from './+types/rule-new.ts'

export function loader({ request, context, params }: Route.LoaderArgs) {
  return loadTargets({ context, request, solutionId: requireId(context, request, params.solutionId) })
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const typed = typedRule(await request.formData())
  const answer = await act(
    { context, request },
    apiOf(context, request).createAlertRule({ solutionId, alertRuleNewDto: ruleOf(typed) }),
  )
  if (!answer.ok) return data({ problem: answer.problem, typed }, { status: answer.problem.status })
  throw redirect(`/${params.language}/solutions/${solutionId}/monitoring/alerts`)
}

export default function RuleNew({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb } = useMonitoring()
  const title = t(($) => $.monitoring.rule.new)
  const crumbs = [crumb, { label: t(($) => $.monitoring.alerts.title), to: `${base}/alerts` }]
  return (
    <Page title={title} crumbs={crumbs}>
      <PageTitle title={title} subtitle={t(($) => $.monitoring.rule.about)} />
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        <RuleForm typed={actionData?.typed ?? newRule} problem={actionData?.problem ?? null} targets={loaderData} />
      </div>
    </Page>
  )
}
