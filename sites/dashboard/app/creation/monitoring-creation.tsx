import { ProblemAlert, textOf, useFieldErrors, useIsSending, useSite } from '@bollard/site-kit'
import { act, apiOf, referralCodeOf, requireUser } from '@bollard/site-kit/server'
import { Button, ButtonLink, Card, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link, redirect } from 'react-router'
import { Page, PageTitle } from '../frame/page.tsx'
import { byLink, chosen, loadChoices } from './creation-choices.server.ts'
import { MoreOptions } from './more-options.tsx'
import type { Route } from './+types/monitoring-creation.ts'

/** `intent` names this one creation, so that a form sent twice creates one solution. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireUser(context, request)
  return { intent: crypto.randomUUID(), choices: await loadChoices(apiOf(context, request), 'MONITORING') }
}

/** Leads to the empty overview, which asks for the first address. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await request.formData()
  const typed = {
    label: textOf(form, 'label'),
    plan: textOf(form, 'planCode'),
    organizationId: textOf(form, 'organizationId'),
    timezone: textOf(form, 'timezone'),
    language: textOf(form, 'language'),
  }
  const intent = textOf(form, 'intent') || crypto.randomUUID()
  const answer = await act(
    { context, request },
    apiOf(context, request).createSolution(
      {
        solutionNewDto: {
          type: 'MONITORING',
          label: typed.label,
          domains: [],
          ...chosen(typed),
          ...byLink(referralCodeOf(request)),
        },
      },
      { idempotencyKey: intent },
    ),
  )
  if (answer.ok) throw redirect(`/${params.language}/solutions/${answer.value.id}/monitoring/overview`)
  const { problem } = answer
  const next = problem.code === 'idempotency-mismatch' ? crypto.randomUUID() : intent
  return data({ typed, problem, intent: next }, { status: problem.status })
}

export default function MonitoringCreation({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const isSending = useIsSending()
  const problem = actionData?.problem ?? null
  const { errorOf, formProps } = useFieldErrors(problem)
  const typed = actionData?.typed ?? null
  const words = t(($) => $.create.monitoring, { returnObjects: true })
  return (
    <Page title={words.title}>
      <PageTitle title={words.title} subtitle={words.subtitle}>
        <ButtonLink asChild size="dense">
          <Link to={`/${language}/solution-creation`}>{words.captchaInstead}</Link>
        </ButtonLink>
      </PageTitle>
      <Card className="max-w-[40rem] !p-6">
        <Form method="post" className="grid gap-5" {...formProps}>
          <input type="hidden" name="intent" value={actionData?.intent ?? loaderData.intent} />
          <ProblemAlert problem={problem} />
          <TextField
            label={t(($) => $.create.label)}
            hint={t(($) => $.create.labelHint)}
            error={errorOf('label')}
            name="label"
            required
            minLength={3}
            maxLength={50}
            autoComplete="off"
            placeholder={words.placeholder}
            defaultValue={typed?.label ?? ''}
          />
          <MoreOptions {...loaderData.choices} typed={typed} errorOf={errorOf} />
          <Button type="submit" variant="primary" className="justify-self-start" aria-disabled={isSending}>
            {isSending ? t(($) => $.create.submitting) : words.submit}
          </Button>
        </Form>
      </Card>
    </Page>
  )
}
