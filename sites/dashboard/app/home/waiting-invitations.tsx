import type { ReceivedInvitation } from '@bollard/contracts'
import { Moment, ProblemAlert, type ShownProblem, useIsSending } from '@bollard/site-kit'
import { Button, Card } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { DoneToast } from '../forms/done-toast.tsx'

interface WaitingInvitationsProps {
  invitations: readonly ReceivedInvitation[]
  answer: { declined: string | null; problem: ShownProblem | null } | undefined
}

/** Invitations to one's own address that are still open, each with both answers. */
export function WaitingInvitations({ invitations, answer }: WaitingInvitationsProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  return (
    <>
      {answer?.declined ? (
        <div className="mb-5">
          <DoneToast key={answer.declined}>{t(($) => $.dashboard.invitations.declined)}</DoneToast>
        </div>
      ) : null}
      {answer?.problem ? (
        <div className="mb-5">
          <ProblemAlert problem={answer.problem} />
        </div>
      ) : null}
      {invitations.length === 0 ? null : (
        <Card padded={false} className="mb-5" aria-labelledby="invitations">
          <h2 id="invitations" className="px-5 pt-4 text-base">
            {t(($) => $.dashboard.invitations.title)}
          </h2>
          <ul className="divide-y divide-line">
            {invitations.map(({ id, to, role, inviterName, message, expiresAt }) => (
              <li key={id} className="grid gap-3 px-5 py-4">
                <p className="[overflow-wrap:anywhere]">
                  {t(($) => $.dashboard.invitations[to.kind], {
                    inviter: inviterName ?? t(($) => $.dashboard.invitations.somebody),
                    name: to.name,
                    role: t(($) => $.roles[role]),
                  })}{' '}
                  <span className="text-sm text-ink-3">
                    {t(($) => $.dashboard.invitations.until)} <Moment at={expiresAt} show="day" />
                  </span>
                </p>
                {message === '' ? null : (
                  <blockquote className="border-s-4 border-amber ps-4 text-sm text-ink-2">
                    <p className="break-words whitespace-pre-line">{message}</p>
                  </blockquote>
                )}
                <Form method="post" className="flex flex-wrap gap-2.5">
                  <input type="hidden" name="invitationId" value={id} />
                  <Button
                    type="submit"
                    name="intent"
                    value="accept"
                    size="dense"
                    variant="primary"
                    aria-disabled={isSending}
                    aria-label={t(($) => $.dashboard.invitations.acceptOf, { name: to.name })}
                  >
                    {t(($) => $.dashboard.invitations.accept)}
                  </Button>
                  <Button
                    type="submit"
                    name="intent"
                    value="decline"
                    size="dense"
                    aria-disabled={isSending}
                    aria-label={t(($) => $.dashboard.invitations.declineOf, { name: to.name })}
                  >
                    {t(($) => $.dashboard.invitations.decline)}
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}
