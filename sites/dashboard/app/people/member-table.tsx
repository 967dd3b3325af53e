import { Moment, useFormats } from '@bollard/site-kit'
import type { Member } from '@bollard/contracts'
import { Card, CardHeader, Cell, HeadCell, Icon, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { nameOf, Person } from './person.tsx'
import type { SeenPlace } from './people-place.ts'

/** Everybody who belongs to a place. `placesMax` is what the plan allows, open invitations included; null without a limit. */
export function MemberTable({
  place: { home, myRole, userId },
  members,
  openInvitations,
  placesMax,
}: {
  place: SeenPlace
  members: readonly Member[]
  openInvitations: number
  placesMax: number | null
}) {
  const { t } = useTranslation()
  const formats = useFormats()
  const isAdmin = myRole === 'ADMIN'
  const taken = members.length + openInvitations
  const places =
    placesMax === null
      ? null
      : t(($) => $.settings.members.places, { taken: formats.whole(taken), max: formats.whole(placesMax) })
  return (
    <Card padded={false} className="overflow-hidden">
      <CardHeader
        title={t(($) => $.settings.members.count, { count: members.length })}
        className="!mb-0 px-4 py-3.5 sm:px-5"
      >
        {places === null || !isAdmin ? null : <p className="text-sm text-ink-2">{places}</p>}
      </CardHeader>
      <Table label={t(($) => $.settings.pages.members)} className="stacked-table border-t border-line">
        <thead>
          <tr>
            <HeadCell className="ps-5">{t(($) => $.settings.members.person)}</HeadCell>
            <HeadCell>{t(($) => $.settings.members.role)}</HeadCell>
            <HeadCell>{t(($) => $.settings.members.since)}</HeadCell>
            <HeadCell className="pe-5">
              <span className="sr-only">{t(($) => $.settings.members.actions)}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => {
            const isMe = member.userId === userId
            return (
              <Row key={member.userId}>
                <Cell className="stacked-wide max-w-[22rem] ps-5 text-base !whitespace-normal">
                  <Person member={member} isMe={isMe} />
                </Cell>
                <Cell data-label={t(($) => $.settings.members.role)}>{t(($) => $.roles[member.role])}</Cell>
                <Cell data-label={t(($) => $.settings.members.since)} className="text-ink-2">
                  <Moment at={member.since} show="day" />
                </Cell>
                <Cell className="stacked-wide pe-5" align="end">
                  {isMe || isAdmin ? (
                    <Link
                      to={`${home}/settings/members/${encodeURIComponent(member.userId)}`}
                      className="text-link inline-flex min-h-6 items-center gap-1 touch:min-h-11"
                    >
                      {isMe && !isAdmin ? t(($) => $.settings.members.leave) : t(($) => $.settings.members.change)}
                      <span className="sr-only">: {nameOf(member) ?? t(($) => $.settings.members.gone)}</span>
                      <Icon name="chevron-right" className="size-3.5" />
                    </Link>
                  ) : null}
                </Cell>
              </Row>
            )
          })}
        </tbody>
      </Table>
    </Card>
  )
}
