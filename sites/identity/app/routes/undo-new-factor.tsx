import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { writeWhen } from '../account/when.ts'
import { redeemLink } from '../forms/redeem-link.server.ts'
import { tokenOfLink } from '../forms/token-of-link.server.ts'
import { TokenPage } from '../forms/token-page.tsx'
import type { Route } from './+types/undo-new-factor.ts'

export const loader = (args: Route.LoaderArgs) => tokenOfLink(args)

export const action = (args: Route.ActionArgs) =>
  redeemLink(args, (api, token) => api.undoNewFactor({ newFactorUndoDto: { token } }))

export default function UndoNewFactor({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const done = actionData?.done?.value ?? null
  const when = done?.removalAt ? writeWhen(language, 'UTC', done.removalAt) : ''
  const sayings = {
    REMOVED: t(($) => $.undoNewFactor.removed),
    WAITING: t(($) => $.undoNewFactor.waiting, { when }),
    KEPT: t(($) => $.undoNewFactor.kept),
  }
  return (
    <TokenPage
      token={loaderData.token}
      problem={actionData?.problem}
      done={done !== null}
      texts={t(($) => $.undoNewFactor.page, { returnObjects: true, said: done ? sayings[done.outcome] : '' })}
      doneTo={`/${params.language}/sign-in`}
      deadTo={`/${params.language}/forgot`}
    />
  )
}
