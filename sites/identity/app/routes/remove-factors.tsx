import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { writeWhen } from '../account/when.ts'
import { redeemLink } from '../forms/redeem-link.server.ts'
import { tokenOfLink } from '../forms/token-of-link.server.ts'
import { TokenPage } from '../forms/token-page.tsx'
import type { Route } from './+types/remove-factors.ts'

export const loader = (args: Route.LoaderArgs) => tokenOfLink(args)

export const action = (args: Route.ActionArgs) =>
  redeemLink(args, (api, token) => api.confirmFactorRemoval({ factorRemovalConfirmationDto: { token } }))

export default function RemoveFactors({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const done = actionData?.done ?? null
  return (
    <TokenPage
      token={loaderData.token}
      problem={actionData?.problem}
      done={done !== null}
      texts={t(($) => $.removeFactors, {
        returnObjects: true,
        when: done ? writeWhen(language, 'UTC', done.value.removalAt) : '',
      })}
      doneTo={`/${params.language}/sign-in`}
      deadTo={`/${params.language}/sign-in`}
    />
  )
}
