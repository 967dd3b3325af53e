import { apiOf, attempt } from '@bollard/site-kit/server'
import { ButtonLink } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import { FormCard } from '../forms/form-card.tsx'
import { textOf } from '../forms/text-of.ts'
import { tokenOfLink } from '../forms/token-of-link.server.ts'
import { TokenPage } from '../forms/token-page.tsx'
import type { Route } from './+types/unsubscribe.ts'

export const loader = (args: Route.LoaderArgs) => tokenOfLink(args)

export async function action({ request, context }: Route.ActionArgs) {
  const token = textOf(await request.formData(), 'token')
  const answer = await attempt(apiOf(context, request).unsubscribe({ token }))
  if (answer.ok) return data({ email: '', problem: null })
  return data({ email: '', problem: answer.problem }, { status: answer.problem.status })
}

export default function Unsubscribe({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const isDone = actionData?.problem === null
  return (
    <TokenPage
      token={loaderData.token}
      problem={actionData?.problem}
      texts={t(($) => $.unsubscribe.form, { returnObjects: true })}
      deadTo={`/${params.language}/account/notifications`}
      done={
        isDone ? (
          <FormCard title={t(($) => $.unsubscribe.doneTitle)} subtitle={t(($) => $.unsubscribe.doneSubtitle)}>
            <ButtonLink variant="primary" wide href={`/${params.language}/account/notifications`}>
              {t(($) => $.unsubscribe.toPreferences)}
            </ButtonLink>
          </FormCard>
        ) : null
      }
    />
  )
}
