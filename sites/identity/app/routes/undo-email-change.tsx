import { useTranslation } from 'react-i18next'
import { LinkPage } from '../forms/link-page.tsx'
import { redeemLink } from '../forms/redeem-link.server.ts'
import { tokenOfLink } from '../forms/token-of-link.server.ts'
import type { Route } from './+types/undo-email-change.ts'

export const loader = tokenOfLink

export const action = (args: Route.ActionArgs) =>
  redeemLink(args, (api, token) => api.undoEmailChange({ emailChangeUndoDto: { token } }))

export default function UndoEmailChange(props: Route.ComponentProps) {
  const { t } = useTranslation()
  const done = props.actionData?.done ?? null
  return (
    <LinkPage
      {...props}
      texts={t(($) => $.undoEmailChange, { returnObjects: true, email: done?.value.email ?? '' })}
      doneTo="sign-in"
      deadTo="forgot"
    />
  )
}
