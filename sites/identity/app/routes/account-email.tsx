import { ProblemAlert, useFieldErrors, useIsSending, textOf } from '@bollard/site-kit'
import { apiOf, attempt, load } from '@bollard/site-kit/server'
import { Alert, Button, Card, CardHeader, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form } from 'react-router'
import { AccountPage } from '../account/account-page.tsx'
import { doProven } from '../prove/do-proven.server.ts'
import type { Route } from './+types/account-email.ts'

export const loader = ({ request, context }: Route.LoaderArgs) =>
  load(context, request, apiOf(context, request).getProfile())

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const email = textOf(form, 'email').trim()
  if (form.get('intent') === 'cancel') {
    const answer = await attempt(apiOf(context, request).cancelEmailChange())
    if (answer.ok) return data({ done: 'cancelled' as const, email, problem: null, asked: null })
    return data({ done: null, email, problem: answer.problem, asked: null }, { status: answer.problem.status })
  }
  if (form.get('intent') === 'test') {
    const answer = await attempt(apiOf(context, request).testEmail())
    if (answer.ok) return data({ done: 'tested' as const, email, problem: null, asked: null })
    return data({ done: null, email, problem: answer.problem, asked: null }, { status: answer.problem.status })
  }
  const done = await doProven({ request, context }, form, (api) =>
    api.requestEmailChange({ emailChangeDto: { email } }),
  )
  if (done.ok) return data({ done: 'sent' as const, email, problem: null, asked: null })
  return data({ done: null, email, problem: done.problem, asked: done.asked }, { status: done.problem.status })
}

export default function AccountEmail({ loaderData: profile, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const problem = actionData?.asked ? null : actionData?.problem
  const { errorOf, formProps } = useFieldErrors(problem, { email: 'email' })
  const isSame = problem?.errors?.some(({ code }) => code === 'invalid-value') ?? false
  return (
    <AccountPage
      title={t(($) => $.account.sections.email)}
      subtitle={t(($) => $.email.subtitle)}
      asked={actionData?.asked}
    >
      {actionData?.done === 'sent' ? (
        <Alert kind="success" title={t(($) => $.email.sentTitle, { email: actionData.email })}>
          {t(($) => $.email.sentText)}
        </Alert>
      ) : null}
      {actionData?.done === 'cancelled' ? <Alert kind="success">{t(($) => $.email.cancelled)}</Alert> : null}
      {actionData?.done === 'tested' ? (
        <Alert kind="success">{t(($) => $.email.tested, { email: profile.email })}</Alert>
      ) : null}
      <Card className="sm:p-6">
        <CardHeader title={t(($) => $.email.current)} />
        <p className="font-mono text-sm break-words">{profile.email}</p>
        {profile.emailChangeTo === null ? null : (
          <div className="mt-5 grid gap-3 border-t border-line pt-5">
            <p className="text-sm text-ink-2">{t(($) => $.email.waits)}</p>
            <p className="font-mono text-sm break-words">{profile.emailChangeTo}</p>
            <Form method="post">
              <input type="hidden" name="intent" value="cancel" />
              <Button type="submit" aria-disabled={isSending}>
                {t(($) => $.email.cancel)}
              </Button>
            </Form>
          </div>
        )}
      </Card>
      <Card className="sm:p-6">
        <CardHeader title={t(($) => $.email.change)} />
        <Form key={actionData?.done} method="post" className="grid max-w-[27rem] gap-5" {...formProps}>
          <ProblemAlert problem={problem} />
          <TextField
            id="email"
            label={t(($) => $.email.newAddress)}
            hint={t(($) => $.email.hint)}
            error={errorOf('email') && isSame ? t(($) => $.email.same) : errorOf('email')}
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={254}
            defaultValue={actionData?.done === null ? actionData.email : ''}
          />
          <Button type="submit" variant="primary" className="w-fit" aria-disabled={isSending}>
            {isSending ? t(($) => $.email.submitting) : t(($) => $.email.submit)}
          </Button>
        </Form>
      </Card>
    </AccountPage>
  )
}
