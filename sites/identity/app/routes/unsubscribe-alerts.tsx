import { useTranslation } from 'react-i18next'
import { redeemLink } from '../forms/redeem-link.server.ts'
import { tokenOfLink } from '../forms/token-of-link.server.ts'
import { TokenPage } from '../forms/token-page.tsx'
import type { Route } from './+types/unsubscribe-alerts.ts'

export const loader = (args: Route.LoaderArgs) => tokenOfLink(args)

export const action = (args: Route.ActionArgs) =>
  redeemLink(args, (api, token) => api.unsubscribeAlertAddress({ token }))

/** Whoever ends the mails need not have an account. */
export default function UnsubscribeAlerts({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <TokenPage
      token={loaderData.token}
      problem={actionData?.problem}
      done={Boolean(actionData?.done)}
      texts={t(($) => $.unsubscribeAlerts, { returnObjects: true })}
      doneTo={`/${params.language}/sign-in`}
      deadTo={`/${params.language}/sign-in`}
    />
  )
}
