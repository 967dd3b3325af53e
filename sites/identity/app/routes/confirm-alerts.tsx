import { useTranslation } from 'react-i18next'
import { redeemLink } from '../forms/redeem-link.server.ts'
import { tokenOfLink } from '../forms/token-of-link.server.ts'
import { TokenPage } from '../forms/token-page.tsx'
import type { Route } from './+types/confirm-alerts.ts'

export const loader = (args: Route.LoaderArgs) => tokenOfLink(args)

export const action = (args: Route.ActionArgs) => redeemLink(args, (api, token) => api.confirmAlertAddress({ alertAddressConfirmationDto: { token } }))

/** Whoever confirms need not have an account. */
export default function ConfirmAlerts({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <TokenPage
      token={loaderData.token}
      problem={actionData?.problem}
      texts={t(($) => $.confirmAlerts.form, { returnObjects: true })}
      deadTo={`/${params.language}/sign-in`}
      done={
        actionData?.done
          ? {
              title: t(($) => $.confirmAlerts.doneTitle),
              subtitle: t(($) => $.confirmAlerts.doneSubtitle),
              action: t(($) => $.confirmAlerts.toSignIn),
              to: `/${params.language}/sign-in`,
            }
          : null
      }
    />
  )
}
