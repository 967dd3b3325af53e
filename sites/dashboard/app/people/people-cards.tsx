import type { Invitation, Member } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { DoneToast } from '../forms/done-toast.tsx'
import type { InvitationAnswer } from './change-invitations.server.ts'
import { InvitationList } from './invitation-list.tsx'
import { InviteForm } from './invite-form.tsx'
import { MemberTable } from './member-table.tsx'
import type { SeenPlace } from './people-place.ts'
import { nameOf } from './person.tsx'
import type { TypedInvitation } from './typed-invitation.ts'

interface PeopleCardsProps {
  place: SeenPlace
  members: readonly Member[]
  /** Null where the role may not see them. */
  invitations: readonly Invitation[] | null
  /** How many members the plan allows, open invitations included; null without a limit. */
  placesMax: number | null
  /** Id of the member whose role was just changed. */
  changed: string | null
  isRemoved: boolean
  held: TypedInvitation | null
  intent: string
  answer: InvitationAnswer | undefined
}

/** Everything about the people of a place: what was just done, the members, the invitation to another one, and those that are open. */
export function PeopleCards({
  place,
  members,
  invitations,
  placesMax,
  held,
  intent,
  answer,
  ...done
}: PeopleCardsProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const refusedInvite = answer?.did === 'invite' && answer.problem !== null ? answer : null
  const refused = answer && answer.did !== 'invite' ? answer.problem : null
  const isAdmin = place.myRole === 'ADMIN'
  const open = invitations?.filter(({ status }) => status === 'PENDING').length ?? 0
  return (
    <>
      <Notice members={members} answer={answer} {...done} />
      <MemberTable place={place} members={members} openInvitations={open} placesMax={placesMax} />
      {isAdmin && place.isReadOnly ? <p className="text-sm text-ink-2">{t(($) => $.settings.locked)}</p> : null}
      {isAdmin && !place.isReadOnly ? (
        <InviteForm
          // Empty again once an invitation was sent, and as it was after anything else.
          key={invitations?.[0]?.id ?? 'first'}
          place={place}
          typed={refusedInvite?.typed ?? held}
          problem={refusedInvite?.problem ?? null}
          isBack={held !== null}
          intent={refusedInvite?.intent ?? intent}
          language={language}
        />
      ) : null}
      {isAdmin ? null : (
        <p className="text-sm text-ink-2">
          {t(($) => $.settings.members.onlyAdmins, { role: t(($) => $.roles[place.myRole]) })}
        </p>
      )}
      {invitations && isAdmin ? <InvitationList place={place} invitations={invitations} problem={refused} /> : null}
    </>
  )
}

/** What has just been done. */
function Notice({
  members,
  changed,
  isRemoved,
  answer,
}: Pick<PeopleCardsProps, 'members' | 'changed' | 'isRemoved' | 'answer'>) {
  const { t } = useTranslation()
  const member = members.find(({ userId }) => userId === changed)
  if (answer?.problem) return null
  if (answer) {
    return (
      <DoneToast key={`${answer.did} ${answer.email}`}>
        {t(($) => $.settings.invitations.done[answer.did], { email: answer.email })}
      </DoneToast>
    )
  }
  if (member) {
    const name = nameOf(member) ?? t(($) => $.settings.members.gone)
    return <DoneToast>{t(($) => $.settings.members.changed, { name, role: t(($) => $.roles[member.role]) })}</DoneToast>
  }
  return isRemoved ? <DoneToast>{t(($) => $.settings.members.removed)}</DoneToast> : null
}
