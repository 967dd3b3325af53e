import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { writeWhen } from '../account/when.ts'
import { LinkPage } from '../forms/link-page.tsx'
import { redeemLink } from '../forms/redeem-link.server.ts'
import { tokenOfLink } from '../forms/token-of-link.server.ts'
import type { Route } from './+types/undo-new-factor.ts'

export const loader = tokenOfLink

export const action = (args: Route.ActionArgs) =>
  redeemLink(args, (api, token) => api.undoNewFactor({ newFactorUndoDto: { token } }))

export default function UndoNewFactor(props: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const done = props.actionData?.done?.value ?? null
  const when = done?.removalAt ? writeWhen(language, 'UTC', done.removalAt) : ''
  const sayings = {
    REMOVED: t(($) => $.undoNewFactor.removed),
    WAITING: t(($) => $.undoNewFactor.waiting, { when }),
    KEPT: t(($) => $.undoNewFactor.kept),
  }
  return (
    <LinkPage
      {...props}
      texts={t(($) => $.undoNewFactor.page, { returnObjects: true, said: done ? sayings[done.outcome] : '' })}
      doneTo="sign-in"
      deadTo="forgot"
    />
  )
}
