import { useTranslation } from 'react-i18next'
import { LinkPage } from '../forms/link-page.tsx'
import { redeemLink } from '../forms/redeem-link.server.ts'
import { tokenOfLink } from '../forms/token-of-link.server.ts'
import type { Route } from './+types/unsubscribe.ts'

export const loader = tokenOfLink

export const action = (args: Route.ActionArgs) => redeemLink(args, (api, token) => api.unsubscribe({ token }))

export default function Unsubscribe(props: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <LinkPage
      {...props}
      texts={t(($) => $.unsubscribe, { returnObjects: true })}
      doneTo="account/notifications"
      deadTo="account/notifications"
    />
  )
}
