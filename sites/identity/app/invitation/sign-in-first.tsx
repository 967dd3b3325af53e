import { ButtonLink } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'

/** The two ways to an account, both of which lead back here. `here` is this page with its origin. */
export function SignInFirst({ here }: { here: string }) {
  const { t } = useTranslation()
  const { language } = useParams()
  const query = `?returnTo=${encodeURIComponent(here)}`
  return (
    <div className="grid gap-3">
      <ButtonLink variant="primary" wide asChild>
        <Link to={`/${language}/sign-in${query}`}>{t(($) => $.invitation.signIn)}</Link>
      </ButtonLink>
      <ButtonLink wide asChild>
        <Link to={`/${language}/sign-up${query}`}>{t(($) => $.invitation.signUp)}</Link>
      </ButtonLink>
    </div>
  )
}
