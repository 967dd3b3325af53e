import type { Invitation } from '@bollard/contracts'
import { useIsSending } from '@bollard/site-kit'
import { Button, Cell, HeadCell, Pill, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { invitationMeanings } from '../../people/invitation-meanings.ts'
import { Moment } from '../../words/moment.tsx'

/** Whom admins have invited, with what became of it. */
export function InvitationTable({ invitations }: { invitations: readonly Invitation[] }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  return (
    <Table label={t(($) => $.organizations.members.invitations)} className="stacked-table">
      <thead>
        <tr>
          <HeadCell className="pl-5">{t(($) => $.organizations.members.email)}</HeadCell>
          <HeadCell>{t(($) => $.organizations.members.role)}</HeadCell>
          <HeadCell>{t(($) => $.organizations.earnings.status)}</HeadCell>
          <HeadCell className="pr-5" align="end">
            <span className="sr-only">{t(($) => $.organizations.members.actions)}</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {invitations.map(({ id, email, role, status, expiresAt, resentAt, createdAt, invitedBy }) => (
          <Row key={id}>
            <Cell className="stacked-wide max-w-[20rem] pl-5 !whitespace-normal">
              <span className="grid">
                <span className="font-[560] [overflow-wrap:anywhere]">{email}</span>
                <span className="text-xs text-ink-3">
                  {t(($) => $.organizations.members.invitedBy, {
                    name: invitedBy.givenName ?? t(($) => $.settings.members.gone),
                  })}{' '}
                  <Moment at={resentAt ?? createdAt} show="day" />
                </span>
              </span>
            </Cell>
            <Cell data-label={t(($) => $.organizations.members.role)}>{t(($) => $.roles[role])}</Cell>
            <Cell data-label={t(($) => $.organizations.earnings.status)}>
              <span className="grid justify-items-start gap-1">
                <Pill mark meaning={invitationMeanings[status]}>
                  {t(($) => $.organizations.members.statuses[status])}
                </Pill>
                {status === 'PENDING' ? (
                  <span className="text-xs text-ink-3">
                    {t(($) => $.organizations.members.until)} <Moment at={expiresAt} show="day" />
                  </span>
                ) : null}
              </span>
            </Cell>
            <Cell className="stacked-wide pr-5" align="end">
              {status === 'PENDING' || status === 'EXPIRED' ? (
                <Form method="post" className="flex flex-wrap gap-2 sm:flex-nowrap sm:justify-end">
                  <input type="hidden" name="invitationId" value={id} />
                  <Button
                    type="submit"
                    size="dense"
                    name="intent"
                    value="resend"
                    aria-label={t(($) => $.organizations.members.resendTo, { email })}
                    aria-disabled={isSending}
                  >
                    {t(($) => $.organizations.members.resend)}
                  </Button>
                  {status === 'PENDING' ? (
                    <Button
                      type="submit"
                      size="dense"
                      variant="quiet"
                      name="intent"
                      value="revoke"
                      aria-label={t(($) => $.organizations.members.revokeOf, { email })}
                      aria-disabled={isSending}
                    >
                      {t(($) => $.organizations.members.revoke)}
                    </Button>
                  ) : null}
                </Form>
              ) : null}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
