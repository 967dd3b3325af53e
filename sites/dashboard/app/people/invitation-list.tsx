import type { Invitation } from '@bollard/contracts'
import { Moment, ProblemAlert, type ShownProblem, useFormats, useIsSending } from '@bollard/site-kit'
import { Button, Card, CardHeader, Cell, EmptyState, HeadCell, Icon, type Meaning, Pill, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { groupInvitations } from './group-invitations.ts'
import { isPlanFull } from './is-plan-full.ts'
import type { PeoplePlace } from './people-place.ts'
import { usePeopleWords } from './use-people-words.ts'

/** How what became of an invitation looks. To decline one is nobody's fault. */
const meanings: Readonly<Record<Invitation['status'], Meaning>> = {
  PENDING: 'info',
  ACCEPTED: 'human',
  DECLINED: 'doubt',
  REVOKED: 'neutral',
  EXPIRED: 'doubt',
}

/** Invitations of the last 90 days. Those that wait for something stand open; what is settled is folded away. */
export function InvitationList({
  place,
  invitations,
  problem,
}: {
  place: PeoplePlace
  invitations: readonly Invitation[]
  problem: ShownProblem | null
}) {
  const { t } = useTranslation()
  const { quota } = usePeopleWords(place)
  const { open, settled } = groupInvitations(invitations)
  const words = {
    'quota-exceeded': isPlanFull(problem) ? t(($) => $.settings.invite.planFull) : quota,
    'solution-locked': t(($) => $.settings.locked),
    'already-member': t(($) => $.settings.invite.alreadyMember),
    'state-conflict': t(($) => $.settings.invitations.conflict),
  }
  return (
    <Card padded={false} className="overflow-hidden">
      <CardHeader title={t(($) => $.settings.invitations.title)} className="!mb-0 px-4 py-3.5 sm:px-5" />
      {problem ? (
        <div className="px-4 pb-4 sm:px-5">
          <ProblemAlert problem={problem} words={words} />
        </div>
      ) : null}
      <div className="border-t border-line">
        {open.length > 0 ? (
          <InvitationTable label={t(($) => $.settings.invitations.title)} invitations={open} />
        ) : (
          <EmptyState title={t(($) => $.settings.invitations.emptyTitle)} className="!py-9">
            {t(($) => $.settings.invitations.empty)}
          </EmptyState>
        )}
      </div>
      {settled.length > 0 ? (
        <details className="group border-t border-line">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 text-sm sm:px-5 text-ink-2 hover:text-ink [&::-webkit-details-marker]:hidden">
            <Icon
              name="chevron-right"
              className="size-3.5 transition-transform duration-150 group-open:rotate-90 rtl:group-open:-rotate-90"
            />
            {t(($) => $.settings.invitations.settled, { count: settled.length })}
          </summary>
          <div className="border-t border-line">
            <InvitationTable label={t(($) => $.settings.invitations.settledLabel)} invitations={settled} />
          </div>
        </details>
      ) : null}
    </Card>
  )
}

function InvitationTable({ label, invitations }: { label: string; invitations: readonly Invitation[] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const stateOf = ({ status, expiresAt }: Invitation) =>
    status === 'PENDING'
      ? t(($) => $.settings.invitations.openUntil, { date: formats.dayMonth(expiresAt) })
      : t(($) => $.settings.invitations.states[status])
  return (
    <Table label={label} className="stacked-table">
      <thead>
        <tr>
          <HeadCell className="ps-5">{t(($) => $.settings.invite.email)}</HeadCell>
          <HeadCell>{t(($) => $.settings.members.role)}</HeadCell>
          <HeadCell>{t(($) => $.settings.invitations.sent)}</HeadCell>
          <HeadCell>{t(($) => $.settings.invitations.state)}</HeadCell>
          <HeadCell className="pe-5">
            <span className="sr-only">{t(($) => $.settings.members.actions)}</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {invitations.map((invitation) => (
          <Row key={invitation.id}>
            <Cell className="stacked-wide max-w-[16rem] ps-5 font-[560] [overflow-wrap:anywhere] !whitespace-normal">
              {invitation.email}
            </Cell>
            <Cell data-label={t(($) => $.settings.members.role)}>{t(($) => $.roles[invitation.role])}</Cell>
            <Cell data-label={t(($) => $.settings.invitations.sent)} className="!whitespace-normal text-ink-2">
              <span>
                <Moment at={invitation.resentAt ?? invitation.createdAt} show="day" />
                {invitation.invitedBy.givenName === null ? null : (
                  <span className="block text-xs">
                    {t(($) => $.settings.invitations.by, { name: invitation.invitedBy.givenName })}
                  </span>
                )}
              </span>
            </Cell>
            <Cell data-label={t(($) => $.settings.invitations.state)}>
              <Pill meaning={meanings[invitation.status]}>{stateOf(invitation)}</Pill>
            </Cell>
            <Cell className="stacked-wide pe-5" align="end">
              <Actions invitation={invitation} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function Actions({ invitation: { id, email, status } }: { invitation: Invitation }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const button = (action: string, text: string) => (
    <Button type="submit" name="do" value={action} size="dense" aria-disabled={isSending}>
      {text}
      <span className="sr-only">: {email}</span>
    </Button>
  )
  if (status === 'ACCEPTED') return null
  return (
    <Form method="post" className="flex flex-wrap gap-2 sm:flex-nowrap sm:justify-end">
      <input type="hidden" name="invitationId" value={id} />
      {status === 'PENDING' || status === 'EXPIRED'
        ? button(
            'resend',
            t(($) => $.settings.invitations.resend),
          )
        : button(
            'again',
            t(($) => $.settings.invitations.again),
          )}
      {status === 'PENDING'
        ? button(
            'revoke',
            t(($) => $.settings.invitations.revoke),
          )
        : null}
    </Form>
  )
}
