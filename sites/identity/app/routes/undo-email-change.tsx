import { useTranslation } from 'react-i18next'
import { redeemLink } from '../forms/redeem-link.server.ts'
import { tokenOfLink } from '../forms/token-of-link.server.ts'
import { TokenPage } from '../forms/token-page.tsx'
import type { Route } from './+types/undo-email-change.ts'

export const loader = (args: Route.LoaderArgs) => tokenOfLink(args)

export const action = (args: Route.ActionArgs) => redeemLink(args, (api, token) => api.undoEmailChange({ emailChangeUndoDto: { token } }))

export default function UndoEmailChange({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const done = actionData?.done
  return (
    <TokenPage
      token={loaderData.token}
      problem={actionData?.problem}
      texts={t(($) => $.undoEmailChange.form, { returnObjects: true })}
      deadTo={`/${params.language}/forgot`}
      done={
        done
          ? {
              title: t(($) => $.undoEmailChange.doneTitle),
              subtitle: t(($) => $.undoEmailChange.doneSubtitle, { email: done.value.email }),
              action: t(($) => $.undoEmailChange.toSignIn),
              to: `/${params.language}/sign-in`,
            }
          : null
      }
    />
  )
}
