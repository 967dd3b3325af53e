import type { Member } from '@bollard/contracts'
import { useIsSending } from '@bollard/site-kit'
import { Button, Cell, HeadCell, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { nameOf, Person } from '../../people/person.tsx'
import { Moment } from '../../words/moment.tsx'
import { Fold } from '../../forms/fold.tsx'
import { RoleSelect } from './role-select.tsx'
import { useOrganization } from '../use-organization.ts'

/** Who belongs to the organization. Admins change roles and remove people; everybody can leave. `userId` is one's own. */
export function MemberTable({ members, userId }: { members: readonly Member[]; userId: string }) {
  const { t } = useTranslation()
  const { reaches } = useOrganization()
  return (
    <Table label={t(($) => $.organizations.members.title)} className="stacked-table">
      <thead>
        <tr>
          <HeadCell className="pl-5">{t(($) => $.organizations.members.name)}</HeadCell>
          <HeadCell>{t(($) => $.organizations.members.role)}</HeadCell>
          <HeadCell>{t(($) => $.organizations.members.since)}</HeadCell>
          <HeadCell className="pr-5" align="end">
            <span className="sr-only">{t(($) => $.organizations.members.actions)}</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => {
          const name = nameOf(member) ?? t(($) => $.settings.members.gone)
          return (
            <Row key={member.userId}>
              <Cell className="stacked-wide max-w-[22rem] pl-5 text-base !whitespace-normal">
                <Person member={member} isMe={member.userId === userId} />
              </Cell>
              <Cell data-label={t(($) => $.organizations.members.role)}>
                {reaches('ADMIN') ? <RoleForm member={member} name={name} /> : t(($) => $.roles[member.role])}
              </Cell>
              <Cell data-label={t(($) => $.organizations.members.since)} className="text-ink-2">
                <Moment at={member.since} show="day" />
              </Cell>
              <Cell className="stacked-wide pr-5" align="end">
                {member.userId === userId ? (
                  <Leaving userId={userId} />
                ) : reaches('ADMIN') ? (
                  <Removing userId={member.userId} name={name} />
                ) : null}
              </Cell>
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}

function RoleForm({ member, name }: { member: Member; name: string }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  return (
    // Another role is another form, so that it shows what is stored.
    <Form key={member.role} method="post" className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="intent" value="role" />
      <input type="hidden" name="userId" value={member.userId} />
      <RoleSelect
        dense
        name="role"
        aria-label={t(($) => $.organizations.members.roleOf, { name })}
        defaultValue={member.role}
      />
      <Button
        type="submit"
        size="dense"
        aria-label={t(($) => $.organizations.members.saveRoleOf, { name })}
        aria-disabled={isSending}
      >
        {t(($) => $.organizations.save)}
      </Button>
    </Form>
  )
}

function Leaving({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const { organization } = useOrganization()
  const isSending = useIsSending()
  return (
    <span className="inline-block max-w-[22rem]">
      <Fold label={t(($) => $.organizations.members.leave)} variant="quiet">
        <p>{t(($) => $.organizations.members.leaveQuestion, { name: organization.name })}</p>
        <Form method="post">
          <input type="hidden" name="userId" value={userId} />
          <Button type="submit" name="intent" value="leave" size="dense" variant="danger" aria-disabled={isSending}>
            {t(($) => $.organizations.members.leaveNow)}
          </Button>
        </Form>
      </Fold>
    </span>
  )
}

function Removing({ userId, name }: { userId: string; name: string }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  return (
    <span className="inline-block max-w-[22rem]">
      <Fold
        label={t(($) => $.organizations.members.remove)}
        name={t(($) => $.organizations.members.removeOf, { name })}
        variant="quiet"
      >
        <p>{t(($) => $.organizations.members.removeQuestion, { name })}</p>
        <Form method="post">
          <input type="hidden" name="userId" value={userId} />
          <Button type="submit" name="intent" value="remove" size="dense" variant="danger" aria-disabled={isSending}>
            {t(($) => $.organizations.members.removeNow)}
          </Button>
        </Form>
      </Fold>
    </span>
  )
}
