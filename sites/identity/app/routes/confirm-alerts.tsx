import { useTranslation } from 'react-i18next'
import { LinkPage } from '../forms/link-page.tsx'
import { redeemLink } from '../forms/redeem-link.server.ts'
import { tokenOfLink } from '../forms/token-of-link.server.ts'
import type { Route } from './+types/confirm-alerts.ts'

export const loader = tokenOfLink

export const action = (args: Route.ActionArgs) =>
  redeemLink(args, (api, token) =>
    // Alerts of monitoring have tokens of their own.
    token.startsWith('mon_')
      ? api.confirmMonitoringAddress({ monitoringAddressConfirmationDto: { token } })
      : api.confirmAlertAddress({ alertAddressConfirmationDto: { token } }),
  )

/** Whoever confirms need not have an account. */
export default function ConfirmAlerts(props: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <LinkPage {...props} texts={t(($) => $.confirmAlerts, { returnObjects: true })} doneTo="sign-in" deadTo="sign-in" />
  )
}
