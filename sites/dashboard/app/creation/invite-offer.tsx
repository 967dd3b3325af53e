import { problemText, type ShownProblem, useSite } from '@bollard/site-kit'
import { Alert, Button, ButtonLink, Checkbox, Pill } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { HeldInvite } from './use-invite-token.ts'

interface InviteOfferProps {
  invite: HeldInvite
  /** Why the solution was not created; it may be the link's fault. */
  problem: ShownProblem | null
}

/** Who is to manage the new solution, with the tick that it takes; or why the link does not work, and the way on without it. Stands inside the form. */
export function InviteOffer({ invite, problem }: InviteOfferProps) {
  const { t } = useTranslation()
  const { urls, language } = useSite()
  const { token, preview } = invite
  const refusal = invite.problem ?? (problem && isAboutLink(problem) ? problem : null)
  const without = (
    <Button size="dense" onClick={invite.forget}>
      {t(($) => $.organizations.invite.without)}
    </Button>
  )
  if (refusal) {
    return (
      <Refused title={t(($) => $.organizations.invite.refusedTitle)} action={without}>
        {isAboutLink(refusal) ? t(($) => $.organizations.invite.refused) : problemText(t, refusal)}
      </Refused>
    )
  }
  if (preview === null) return <p className="text-sm text-ink-2">{t(($) => $.organizations.invite.looking)}</p>
  const { name, verified } = preview.organization
  if (preview.purpose === 'JOIN') {
    const join = `${urls.identity}/${language}/join#token=${encodeURIComponent(token)}`
    return (
      <Refused
        title={t(($) => $.organizations.invite.joinTitle, { name })}
        action={
          <>
            <ButtonLink size="dense" href={join}>
              {t(($) => $.organizations.invite.join)}
            </ButtonLink>
            {without}
          </>
        }
      >
        {t(($) => $.organizations.invite.joinText)}
      </Refused>
    )
  }
  return (
    <fieldset className="grid gap-2 rounded-md border border-line-strong bg-sunken px-4 py-4">
      <legend className="sr-only">{t(($) => $.organizations.invite.title, { name })}</legend>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-[560]">
        {t(($) => $.organizations.invite.title, { name })}
        <Pill mark meaning={verified ? 'human' : 'neutral'}>
          {verified ? t(($) => $.organizations.invite.verified) : t(($) => $.organizations.invite.notVerified)}
        </Pill>
      </p>
      <p className="text-sm text-ink-2">{t(($) => $.organizations.invite.text, { name })}</p>
      <input type="hidden" name="inviteToken" value={token} />
      <Checkbox name="acceptReferral" label={t(($) => $.organizations.invite.accept, { name })} />
    </fieldset>
  )
}

function Refused({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-3">
      <Alert kind="warning" title={title}>
        {children}
      </Alert>
      <div className="flex flex-wrap gap-3">{action}</div>
    </div>
  )
}

function isAboutLink({ code }: ShownProblem): boolean {
  return code === 'token-invalid' || code === 'token-expired'
}
