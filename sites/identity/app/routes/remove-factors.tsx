import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { writeWhen } from '../account/when.ts'
import { redeemLink } from '../forms/redeem-link.server.ts'
import { tokenOfLink } from '../forms/token-of-link.server.ts'
import { TokenPage } from '../forms/token-page.tsx'
import type { Route } from './+types/remove-factors.ts'

export const loader = (args: Route.LoaderArgs) => tokenOfLink(args)

export const action = (args: Route.ActionArgs) => redeemLink(args, (api, token) => api.confirmFactorRemoval({ factorRemovalConfirmationDto: { token } }))

export default function RemoveFactors({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const done = actionData?.done
  return (
    <TokenPage
      token={loaderData.token}
      problem={actionData?.problem}
      texts={t(($) => $.removeFactors.form, { returnObjects: true })}
      deadTo={`/${params.language}/sign-in`}
      done={
        done
          ? {
              title: t(($) => $.removeFactors.doneTitle),
              subtitle: t(($) => $.removeFactors.doneSubtitle, { when: writeWhen(language, 'UTC', done.value.removalAt) }),
              action: t(($) => $.removeFactors.toSignIn),
              to: `/${params.language}/sign-in`,
            }
          : null
      }
    />
  )
}
