import { useTranslation } from 'react-i18next'
import { LinkPage } from '../forms/link-page.tsx'
import { redeemLink } from '../forms/redeem-link.server.ts'
import { tokenOfLink } from '../forms/token-of-link.server.ts'
import type { Route } from './+types/keep-factors.ts'

export const loader = tokenOfLink

export const action = (args: Route.ActionArgs) =>
  redeemLink(args, (api, token) => api.stopFactorRemoval({ factorRemovalStopDto: { token } }))

export default function KeepFactors(props: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <LinkPage {...props} texts={t(($) => $.keepFactors, { returnObjects: true })} doneTo="forgot" deadTo="sign-in" />
  )
}
