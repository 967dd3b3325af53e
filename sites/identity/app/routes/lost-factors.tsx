import { ProblemAlert, PageHead, useIsSending, useSite } from '@bollard/site-kit'
import { apiOf, attempt, load, scopeOf } from '@bollard/site-kit/server'
import { Button, ButtonLink } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link } from 'react-router'
import { writeWhen } from '../account/when.ts'
import { FormCard } from '../forms/form-card.tsx'
import { startOver } from '../second-factor/start-over.server.ts'
import type { Route } from './+types/lost-factors.ts'

/** Only with a sign-in under way, whose password was right. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const answer = await attempt(apiOf(context, request).getSecondFactors())
  if (answer.ok) return null
  if (answer.problem.code === 'sign-in-expired') throw startOver(request, scopeOf(context, request).language)
  return load(
    context,
    request,
    apiOf(context, request)
      .getSecondFactors()
      .then(() => null),
  )
}

export async function action({ request, context }: Route.ActionArgs) {
  const answer = await attempt(apiOf(context, request).requestFactorRemoval())
  if (answer.ok) return data({ done: answer.value, problem: null })
  if (answer.problem.code === 'sign-in-expired') throw startOver(request, scopeOf(context, request).language)
  return data({ done: null, problem: answer.problem }, { status: answer.problem.status })
}

export default function LostFactors({ actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const isSending = useIsSending()
  const head = <PageHead hidden title={t(($) => $.lostFactors.pageTitle)} />
  const back = `/${params.language}/sign-in/second-factor`
  if (actionData?.done) {
    const { removalAt } = actionData.done
    return (
      <FormCard
        title={removalAt === null ? t(($) => $.lostFactors.sentTitle) : t(($) => $.lostFactors.waitsTitle)}
        subtitle={
          removalAt === null
            ? t(($) => $.lostFactors.sentText)
            : t(($) => $.lostFactors.waitsText, { when: writeWhen(language, 'UTC', removalAt) })
        }
      >
        {head}
        <ButtonLink variant="primary" wide asChild>
          <Link to={`/${params.language}/sign-in`}>{t(($) => $.lostFactors.toSignIn)}</Link>
        </ButtonLink>
      </FormCard>
    )
  }
  return (
    <FormCard
      title={t(($) => $.lostFactors.title)}
      subtitle={t(($) => $.lostFactors.subtitle)}
      after={
        <p>
          <Link className="text-link inline-block py-2.5" to={back}>
            {t(($) => $.lostFactors.back)}
          </Link>
        </p>
      }
    >
      {head}
      <ol className="grid list-decimal gap-2 ps-5 text-sm text-ink-2 marker:text-ink-3">
        {t(($) => $.lostFactors.steps, { returnObjects: true }).map((step) => (
          <li key={step} className="ps-1">
            {step}
          </li>
        ))}
      </ol>
      <Form method="post" className="grid gap-4">
        <ProblemAlert
          problem={actionData?.problem}
          words={{
            forbidden: t(($) => $.lostFactors.notForAdmins),
            'state-conflict': t(($) => $.lostFactors.addressChanged),
          }}
        />
        <Button type="submit" variant="primary" wide aria-disabled={isSending}>
          {isSending ? t(($) => $.lostFactors.submitting) : t(($) => $.lostFactors.submit)}
        </Button>
      </Form>
    </FormCard>
  )
}
