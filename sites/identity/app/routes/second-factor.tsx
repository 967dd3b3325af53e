import { ProblemAlert, PageHead, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { apiOf, attempt, load, scopeOf } from '@bollard/site-kit/server'
import { Button, Checkbox, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link, useSearchParams } from 'react-router'
import { afterSignIn } from '../sign-in/after-sign-in.server.ts'
import { CodeField } from '../forms/code-field.tsx'
import { FormCard } from '../forms/form-card.tsx'
import { OrDivider } from '../forms/or-divider.tsx'
import { PasskeyForm } from '../passkey/passkey-form.tsx'
import { secondFactorOf } from '../second-factor/second-factor-of.server.ts'
import { startOver } from '../second-factor/start-over.server.ts'
import type { Route } from './+types/second-factor.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const answer = await attempt(apiOf(context, request).getSecondFactors())
  if (answer.ok) return answer.value
  if (answer.problem.code === 'sign-in-expired') throw startOver(request, scopeOf(context, request).language)
  return load(context, request, apiOf(context, request).getSecondFactors())
}

export async function action({ request, context }: Route.ActionArgs) {
  const scope = scopeOf(context, request)
  const form = await request.formData()
  const secondFactorDto = secondFactorOf(form)
  const answer = await attempt(apiOf(context, request).answerSecondFactor({ secondFactorDto }))
  if (answer.ok) return afterSignIn(scope, request, { returnTo: new URL(request.url).searchParams.get('returnTo') })
  if (answer.problem.code === 'sign-in-expired') throw startOver(request, scope.language)
  return data(
    { of: secondFactorDto.kind, trusts: form.has('trustDevice'), problem: answer.problem },
    { status: answer.problem.status },
  )
}

export default function SecondFactor({ loaderData: { factors }, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const query = search.size > 0 ? `?${search}` : ''
  const isSending = useIsSending()
  const problem = actionData?.problem
  const { errorOf, formProps } = useFieldErrors(problem, { code: 'six-digits' })
  const hasApp = factors.includes('TOTP')
  const hasPasskey = factors.includes('PASSKEY')
  const codeProblem = actionData?.of === 'TOTP' ? problem : null
  const recoveryProblem = actionData?.of === 'RECOVERY_CODE' ? problem : null
  return (
    <FormCard
      title={t(($) => $.secondFactor.title)}
      subtitle={hasApp ? t(($) => $.secondFactor.subtitle) : t(($) => $.secondFactor.subtitlePasskey)}
      after={
        <>
          <p>
            <Link className="text-link inline-block py-2.5" to={`/${params.language}/sign-in/lost-factors${query}`}>
              {t(($) => $.secondFactor.lost)}
            </Link>
          </p>
          <p>
            <Link className="text-link inline-block py-2.5" to={`/${params.language}/sign-in${query}`}>
              {t(($) => $.secondFactor.otherAccount)}
            </Link>
          </p>
        </>
      }
    >
      <PageHead hidden title={t(($) => $.secondFactor.pageTitle)} />
      {hasApp ? (
        <Form method="post" className="grid gap-4" {...formProps}>
          <ProblemAlert problem={codeProblem} words={{ 'code-invalid': t(($) => $.secondFactor.codeInvalid) }} />
          <CodeField
            label={t(($) => $.secondFactor.code)}
            error={
              codeProblem
                ? (errorOf('code') ??
                  (codeProblem.code === 'code-invalid' ? t(($) => $.secondFactor.codeCheck) : undefined))
                : errorOf('code')
            }
            name="code"
            isFirst
          />
          <Checkbox
            label={t(($) => $.secondFactor.trust)}
            name="trustDevice"
            defaultChecked={actionData?.trusts ?? false}
          />
          <Button type="submit" variant="primary" wide aria-disabled={isSending}>
            {isSending ? t(($) => $.secondFactor.submitting) : t(($) => $.secondFactor.submit)}
          </Button>
        </Form>
      ) : null}
      {hasApp && hasPasskey ? <OrDivider word={t(($) => $.signIn.or)} /> : null}
      {hasPasskey ? (
        <div className="grid gap-4">
          <ProblemAlert problem={actionData?.of === 'PASSKEY' ? problem : null} />
          <PasskeyForm primary={!hasApp} label={t(($) => $.secondFactor.passkey)}>
            {hasApp ? null : (
              <Checkbox
                label={t(($) => $.secondFactor.trust)}
                name="trustDevice"
                defaultChecked={actionData?.trusts ?? false}
              />
            )}
          </PasskeyForm>
        </div>
      ) : null}
      {factors.includes('RECOVERY_CODE') ? <RecoveryForm problem={recoveryProblem} /> : null}
    </FormCard>
  )
}

/** For whoever has neither phone nor passkey at hand; folded away, because it costs one of ten codes. */
function RecoveryForm({
  problem,
}: {
  problem: NonNullable<Route.ComponentProps['actionData']>['problem'] | null | undefined
}) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const { errorOf, formProps } = useFieldErrors(problem)
  return (
    <details open={problem ? true : undefined} className="group border-t border-line pt-3">
      <summary className="text-link flex min-h-11 w-fit items-center text-sm">
        {t(($) => $.secondFactor.useRecovery)}
      </summary>
      <Form method="post" className="grid gap-4 pt-3" {...formProps}>
        <ProblemAlert problem={problem} words={{ 'code-invalid': t(($) => $.secondFactor.recoveryInvalid) }} />
        <TextField
          id="recoveryCode"
          label={t(($) => $.secondFactor.recoveryCode)}
          hint={t(($) => $.secondFactor.recoveryHint)}
          error={errorOf('recoveryCode')}
          name="recoveryCode"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          minLength={20}
          maxLength={80}
        />
        <Button type="submit" wide aria-disabled={isSending}>
          {isSending ? t(($) => $.secondFactor.submitting) : t(($) => $.secondFactor.submitRecovery)}
        </Button>
      </Form>
    </details>
  )
}
