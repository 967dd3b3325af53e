import { passwordLength } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { apiOf, load, safeReturnTo, scopeOf } from '@bollard/site-kit/server'
import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import { AccountPage } from '../account/account-page.tsx'
import { writeWhen } from '../account/when.ts'
import { changeSecurity, type Intent } from '../security/change-security.server.ts'
import { FactorAskedAlert } from '../security/factor-asked-alert.tsx'
import { FactorRemovalAlert } from '../security/factor-removal-alert.tsx'
import { PasskeysCard } from '../security/passkeys-card.tsx'
import { PasswordCard } from '../security/password-card.tsx'
import { RecoveryCard } from '../security/recovery-card.tsx'
import { RecoveryCodes } from '../security/recovery-codes.tsx'
import { SessionsCard } from '../security/sessions-card.tsx'
import { TotpCard } from '../security/totp-card.tsx'
import type { Route } from './+types/account-security.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = apiOf(context, request)
  const [{ timezone, email }, security, { items: sessions }] = await Promise.all([
    load(context, request, api.getProfile()),
    load(context, request, api.getSecurity()),
    load(context, request, api.listSessions()),
  ])
  // Of a page that asks for a second factor; it is offered once there is one, as codes have to be kept first.
  const returnTo = safeReturnTo(new URL(request.url).searchParams.get('returnTo'), scopeOf(context, request).site.urls)
  return { timezone, email, security, sessions, passwordLength, returnTo }
}

export async function action({ request, context }: Route.ActionArgs) {
  const answer = await changeSecurity(context, request)
  if (answer === null) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  return data(answer, { status: answer.problem?.status ?? 200 })
}

export default function AccountSecurity({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { timezone, email, security, sessions, returnTo } = loaderData
  const when = (moment: string) => writeWhen(language, timezone, moment)
  const answerTo = (...intents: readonly Intent[]) =>
    actionData && !actionData.asked && intents.includes(actionData.intent) ? actionData : null
  const done = actionData && actionData.problem === null ? t(($) => $.security.done, { returnObjects: true }) : null
  const notice: string | undefined =
    done && actionData ? { ...done }[actionData.intent as keyof typeof done] : undefined
  const hasFactor = security.totp !== null || security.passkeys.length > 0
  return (
    <AccountPage
      title={t(($) => $.account.sections.security)}
      subtitle={t(($) => $.security.subtitle)}
      asked={actionData?.asked}
    >
      {notice ? (
        <Alert kind="success" className="print:hidden">
          {notice}
        </Alert>
      ) : null}
      <FactorAskedAlert from={security.secondFactorFrom} timezone={timezone} />
      <FactorRemovalAlert removal={security.factorRemoval} timezone={timezone} />
      {actionData?.recoveryCodes ? <RecoveryCodes codes={actionData.recoveryCodes} email={email} /> : null}
      {hasFactor && returnTo !== null ? (
        <Alert kind="success" className="print:hidden">
          {t(($) => $.account.factorFrom.done)}{' '}
          <a href={returnTo} className="text-link">
            {t(($) => $.account.factorFrom.goBack)}
          </a>
        </Alert>
      ) : null}
      <PasswordCard
        changedAt={when(security.passwordChangedAt)}
        length={loaderData.passwordLength}
        answer={answerTo('changePassword')}
      />
      <TotpCard
        since={security.totp ? when(security.totp.confirmedAt) : null}
        answer={answerTo('startTotp', 'confirmTotp', 'deleteTotp')}
      />
      <PasskeysCard
        passkeys={security.passkeys.map((passkey) => ({
          ...passkey,
          createdAt: when(passkey.createdAt),
          lastUsedAt: passkey.lastUsedAt === null ? null : when(passkey.lastUsedAt),
        }))}
        answer={answerTo('startPasskey', 'addPasskey', 'renamePasskey', 'deletePasskey')}
      />
      {hasFactor ? <RecoveryCard left={security.recoveryCodesLeft} answer={answerTo('createRecoveryCodes')} /> : null}
      <SessionsCard
        sessions={sessions.map((session) => ({
          ...session,
          createdAt: when(session.createdAt),
          lastActiveAt: when(session.lastActiveAt),
        }))}
        answer={answerTo('deleteSession', 'deleteOtherSessions')}
      />
    </AccountPage>
  )
}
