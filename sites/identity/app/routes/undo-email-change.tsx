import { useTranslation } from 'react-i18next'
import { redeemLink } from '../forms/redeem-link.server.ts'
import { tokenOfLink } from '../forms/token-of-link.server.ts'
import { TokenPage } from '../forms/token-page.tsx'
import type { Route } from './+types/undo-email-change.ts'

export const loader = (args: Route.LoaderArgs) => tokenOfLink(args)

export const action = (args: Route.ActionArgs) =>
  redeemLink(args, (api, token) => api.undoEmailChange({ emailChangeUndoDto: { token } }))

export default function UndoEmailChange({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const done = actionData?.done ?? null
  return (
    <TokenPage
      token={loaderData.token}
      problem={actionData?.problem}
      done={done !== null}
      texts={t(($) => $.undoEmailChange, { returnObjects: true, email: done?.value.email ?? '' })}
      doneTo={`/${params.language}/sign-in`}
      deadTo={`/${params.language}/forgot`}
    />
  )
}
