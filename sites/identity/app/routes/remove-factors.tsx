import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { writeWhen } from '../account/when.ts'
import { LinkPage } from '../forms/link-page.tsx'
import { redeemLink } from '../forms/redeem-link.server.ts'
import { tokenOfLink } from '../forms/token-of-link.server.ts'
import type { Route } from './+types/remove-factors.ts'

export const loader = tokenOfLink

export const action = (args: Route.ActionArgs) =>
  redeemLink(args, (api, token) => api.confirmFactorRemoval({ factorRemovalConfirmationDto: { token } }))

export default function RemoveFactors(props: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const done = props.actionData?.done ?? null
  return (
    <LinkPage
      {...props}
      texts={t(($) => $.removeFactors, {
        returnObjects: true,
        when: done ? writeWhen(language, 'UTC', done.value.removalAt) : '',
      })}
      doneTo="sign-in"
      deadTo="sign-in"
    />
  )
}
