import { useTranslation } from 'react-i18next'
import { LinkPage } from '../forms/link-page.tsx'
import { redeemLink } from '../forms/redeem-link.server.ts'
import { tokenOfLink } from '../forms/token-of-link.server.ts'
import type { Route } from './+types/unsubscribe-alerts.ts'

export const loader = tokenOfLink

export const action = (args: Route.ActionArgs) =>
  redeemLink(args, (api, token) =>
    token.startsWith('mon_') ? api.unsubscribeMonitoringAddress({ token }) : api.unsubscribeAlertAddress({ token }),
  )

/** Whoever ends the mails need not have an account. */
export default function UnsubscribeAlerts(props: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <LinkPage
      {...props}
      texts={t(($) => $.unsubscribeAlerts, { returnObjects: true })}
      doneTo="sign-in"
      deadTo="sign-in"
    />
  )
}
