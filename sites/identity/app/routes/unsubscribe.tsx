import { useTranslation } from 'react-i18next'
import { redeemLink } from '../forms/redeem-link.server.ts'
import { tokenOfLink } from '../forms/token-of-link.server.ts'
import { TokenPage } from '../forms/token-page.tsx'
import type { Route } from './+types/unsubscribe.ts'

export const loader = (args: Route.LoaderArgs) => tokenOfLink(args)

export const action = (args: Route.ActionArgs) => redeemLink(args, (api, token) => api.unsubscribe({ token }))

export default function Unsubscribe({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const done = actionData?.done
  return (
    <TokenPage
      token={loaderData.token}
      problem={actionData?.problem}
      texts={t(($) => $.unsubscribe.form, { returnObjects: true })}
      deadTo={`/${params.language}/account/notifications`}
      done={
        done
          ? {
              title: t(($) => $.unsubscribe.doneTitle),
              subtitle: t(($) => $.unsubscribe.doneSubtitle),
              action: t(($) => $.unsubscribe.toPreferences),
              to: `/${params.language}/account/notifications`,
            }
          : null
      }
    />
  )
}
