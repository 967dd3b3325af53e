import { apiOf, attempt } from '@bollard/site-kit/server'
import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Facts } from '../forms/facts.tsx'
import { redeemLink } from '../forms/redeem-link.server.ts'
import { tokenOfLink } from '../forms/token-of-link.server.ts'
import { TokenPage } from '../forms/token-page.tsx'
import type { Route } from './+types/confirm-email-change.ts'

/** Tells first which account the address would be for: somebody else may have typed it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { token } = tokenOfLink({ request })
  if (token === '') return { token, change: null, problem: null }
  const answer = await attempt(apiOf(context, request).describeEmailChange({ emailChangeDescriptionDto: { token } }))
  return answer.ok ? { token, change: answer.value, problem: null } : { token, change: null, problem: answer.problem }
}

export const action = (args: Route.ActionArgs) =>
  redeemLink(args, (api, token) => api.confirmEmailChange({ emailChangeConfirmationDto: { token } }))

export default function ConfirmEmailChange({
  loaderData: { token, change, problem },
  actionData,
  params,
}: Route.ComponentProps) {
  const { t } = useTranslation()
  const done = actionData?.done ?? null
  return (
    <TokenPage
      token={token}
      problem={actionData ? actionData.problem : problem}
      done={done !== null}
      texts={t(($) => $.confirmEmailChange.link, { returnObjects: true, email: done?.value.email ?? '' })}
      doneTo={`/${params.language}/account`}
      deadTo={`/${params.language}/account/email`}
    >
      {change ? (
        <>
          <Facts
            facts={[
              [t(($) => $.confirmEmailChange.account), change.account],
              [t(($) => $.confirmEmailChange.newAddress), change.newEmail],
            ]}
          />
          {change.isOwn ? null : <Alert kind="warning">{t(($) => $.confirmEmailChange.notSignedIn)}</Alert>}
        </>
      ) : null}
    </TokenPage>
  )
}
