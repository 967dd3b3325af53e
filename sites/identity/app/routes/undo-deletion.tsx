import { apiOf, attempt } from '@bollard/site-kit/server'
import { ButtonLink } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import { FormCard } from '../forms/form-card.tsx'
import { textOf } from '../forms/text-of.ts'
import { tokenOfLink } from '../forms/token-of-link.server.ts'
import { TokenPage } from '../forms/token-page.tsx'
import type { Route } from './+types/undo-deletion.ts'

export const loader = (args: Route.LoaderArgs) => tokenOfLink(args)

export async function action({ request, context }: Route.ActionArgs) {
  const token = textOf(await request.formData(), 'token')
  const answer = await attempt(apiOf(context, request).undoAccountDeletion({ accountDeletionUndoDto: { token } }))
  if (answer.ok) return data({ email: '', problem: null })
  return data({ email: '', problem: answer.problem }, { status: answer.problem.status })
}

export default function UndoDeletion({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const isDone = actionData?.problem === null
  return (
    <TokenPage
      token={loaderData.token}
      problem={actionData?.problem}
      texts={t(($) => $.undoDeletion.form, { returnObjects: true })}
      deadTo={`/${params.language}/sign-in`}
      done={
        isDone ? (
          <FormCard title={t(($) => $.undoDeletion.doneTitle)} subtitle={t(($) => $.undoDeletion.doneSubtitle)}>
            <ButtonLink variant="primary" wide href={`/${params.language}/sign-in`}>
              {t(($) => $.undoDeletion.toSignIn)}
            </ButtonLink>
          </FormCard>
        ) : null
      }
    />
  )
}
