import { useTranslation } from 'react-i18next'
import { redeemLink } from '../forms/redeem-link.server.ts'
import { tokenOfLink } from '../forms/token-of-link.server.ts'
import { TokenPage } from '../forms/token-page.tsx'
import type { Route } from './+types/keep-factors.ts'

export const loader = (args: Route.LoaderArgs) => tokenOfLink(args)

export const action = (args: Route.ActionArgs) =>
  redeemLink(args, (api, token) => api.stopFactorRemoval({ factorRemovalStopDto: { token } }))

export default function KeepFactors({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <TokenPage
      token={loaderData.token}
      problem={actionData?.problem}
      done={Boolean(actionData?.done)}
      texts={t(($) => $.keepFactors, { returnObjects: true })}
      doneTo={`/${params.language}/forgot`}
      deadTo={`/${params.language}/sign-in`}
    />
  )
}
