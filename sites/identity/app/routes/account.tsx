import { useSite } from '@bollard/site-kit'
import { apiOf, load } from '@bollard/site-kit/server'
import { Alert, ButtonLink, Icon, type IconName } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AccountPage } from '../account/account-page.tsx'
import { accountSections } from '../account/sections.ts'
import { writeDay } from '../account/when.ts'
import { FactorAskedAlert } from '../security/factor-asked-alert.tsx'
import { FactorRemovalAlert } from '../security/factor-removal-alert.tsx'
import type { Route } from './+types/account.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = apiOf(context, request)
  const [profile, security] = await Promise.all([
    load(context, request, api.getProfile()),
    load(context, request, api.getSecurity()),
  ])
  return { profile, security }
}

export default function Account({ loaderData: { profile, security }, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const hasSecondFactor = security.totp !== null || security.passkeys.length > 0
  const states: Partial<Record<(typeof accountSections)[number]['key'], string>> = {
    profile: profile.givenName,
    email:
      profile.emailChangeTo === null
        ? profile.email
        : t(($) => $.account.states.emailWaits, { email: profile.emailChangeTo }),
    security: hasSecondFactor ? t(($) => $.account.states.protected) : t(($) => $.account.states.passwordOnly),
  }
  return (
    <AccountPage title={t(($) => $.account.title)} subtitle={t(($) => $.account.subtitle)}>
      {profile.deletionAt === null ? null : (
        <Alert
          kind="warning"
          title={t(($) => $.account.deletionPlanned, {
            date: writeDay(language, profile.timezone, profile.deletionAt),
          })}
        >
          {t(($) => $.account.deletionUndo)}
        </Alert>
      )}
      <FactorRemovalAlert removal={security.factorRemoval} timezone={profile.timezone} />
      <FactorAskedAlert
        from={security.adminNeedsSecondFactor ? null : security.secondFactorFrom}
        timezone={profile.timezone}
        leadsThere
      />
      {security.adminNeedsSecondFactor ? (
        <AdminAlert language={params.language} hasSecondFactor={hasSecondFactor} />
      ) : null}
      <ul className="grid gap-3 sm:grid-cols-2">
        {accountSections.map(({ key, path, icon }) => (
          <li key={key} className="grid">
            <Section to={`/${params.language}/account/${path}`} icon={icon} title={t(($) => $.account.sections[key])}>
              {states[key] ?? t(($) => $.account.about[key])}
            </Section>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 lg:hidden">
        <ButtonLink href={`${urls.dashboard}/${language}/dashboard`}>
          <Icon name="arrow-left" />
          {t(($) => $.account.toDashboard)}
        </ButtonLink>
        <ButtonLink variant="quiet" asChild>
          <Link to={`/${params.language}/sign-out`}>
            <Icon name="sign-out" />
            {t(($) => $.account.signOut)}
          </Link>
        </ButtonLink>
      </div>
    </AccountPage>
  )
}

/** Why an administrator may not act as one yet, and the way out: to set a second factor up, or to sign in with the one there is. */
function AdminAlert({ language, hasSecondFactor }: { language: string; hasSecondFactor: boolean }) {
  const { t } = useTranslation()
  const texts = t(($) => (hasSecondFactor ? $.account.adminWithout : $.account.adminNone), { returnObjects: true })
  return (
    <Alert kind="warning" title={texts.title}>
      <p>{texts.text}</p>
      <Link
        className="text-link inline-block py-2.5"
        to={`/${language}/${hasSecondFactor ? 'sign-out' : 'account/security'}`}
      >
        {texts.action}
      </Link>
    </Alert>
  )
}

function Section({ to, icon, title, children }: { to: string; icon: IconName; title: string; children: string }) {
  return (
    <Link
      to={to}
      className="group grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-3.5 rounded-lg border border-line bg-surface p-5 hover:border-ink-3"
    >
      <span className="grid size-9 place-items-center rounded-dense bg-sunken text-ink-2">
        <Icon name={icon} />
      </span>
      <span className="grid gap-0.5">
        <span className="font-[580]">{title}</span>
        <span className="text-sm break-words text-ink-2">{children}</span>
      </span>
      <Icon name="chevron-right" className="mt-1 size-4 text-ink-3" />
    </Link>
  )
}
