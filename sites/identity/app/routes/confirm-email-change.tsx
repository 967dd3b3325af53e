import { apiOf, attempt } from '@bollard/site-kit/server'
import { ButtonLink } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import { FormCard } from '../forms/form-card.tsx'
import { textOf } from '../forms/text-of.ts'
import { tokenOfLink } from '../forms/token-of-link.server.ts'
import { TokenPage } from '../forms/token-page.tsx'
import type { Route } from './+types/confirm-email-change.ts'

export const loader = (args: Route.LoaderArgs) => tokenOfLink(args)

export async function action({ request, context }: Route.ActionArgs) {
  const token = textOf(await request.formData(), 'token')
  const answer = await attempt(apiOf(context, request).confirmEmailChange({ emailChangeConfirmationDto: { token } }))
  if (answer.ok) return data({ email: answer.value.email, problem: null })
  return data({ email: '', problem: answer.problem }, { status: answer.problem.status })
}

export default function ConfirmEmailChange({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const isDone = actionData?.problem === null
  return (
    <TokenPage
      token={loaderData.token}
      problem={actionData?.problem}
      texts={t(($) => $.confirmEmailChange.form, { returnObjects: true })}
      deadTo={`/${params.language}/account/email`}
      done={
        isDone ? (
          <FormCard title={t(($) => $.confirmEmailChange.doneTitle)} subtitle={t(($) => $.confirmEmailChange.doneSubtitle, { email: actionData.email })}>
            <ButtonLink variant="primary" wide href={`/${params.language}/account`}>
              {t(($) => $.confirmEmailChange.toAccount)}
            </ButtonLink>
          </FormCard>
        ) : null
      }
    />
  )
}
