import type { Member, Role } from '@bollard/contracts'
import { ProblemAlert, type ShownProblem, useIsSending } from '@bollard/site-kit'
import { Alert, Button, ButtonLink, Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'
import type { SeenPlace } from './people-place.ts'
import { nameOf, Person } from './person.tsx'
import { RoleChoice } from './role-choice.tsx'
import { usePeopleWords } from './use-people-words.ts'

interface MemberCardsProps {
  place: SeenPlace
  /** Where a place is ended, for the only person in it. */
  toEnd: string
  member: Member
  isLastAdmin: boolean
  isAlone: boolean
  /** What the admins are called. */
  admins: readonly string[]
  /** The role that was chosen before the person had to prove who they are. */
  chosen: Role | null
  refused: { isRemoval: boolean; role: Role | null; problem: ShownProblem } | undefined
}

/** One member: who they are, another role, and their removal. Everybody can leave; only admins do the rest. */
export function MemberCards({ place, toEnd, member, isLastAdmin, isAlone, admins, chosen, refused }: MemberCardsProps) {
  const { t } = useTranslation()
  const words = usePeopleWords(place)
  const name = nameOf(member) ?? t(($) => $.settings.members.gone)
  const isMe = member.userId === place.userId
  const isAdmin = place.myRole === 'ADMIN'
  const problemOf = (isRemoval: boolean) => (refused?.isRemoval === isRemoval ? refused.problem : null)
  return (
    <>
      <Card className="flex flex-wrap items-center gap-x-4 gap-y-2 !py-4">
        <span className="me-auto min-w-0">
          <Person member={member} isMe={isMe} />
        </span>
        <span className="text-sm text-ink-2">{t(($) => $.roles[member.role])}</span>
      </Card>
      {isLastAdmin && isAdmin ? (
        <Alert kind="info" title={t(($) => $.settings.member.lastAdminTitle)}>
          {words.lastAdmin}{' '}
          <Link to={isAlone ? toEnd : `${place.home}/settings/members`} className="text-link">
            {isAlone ? words.toEnd : t(($) => $.settings.member.toMembers)}
          </Link>
        </Alert>
      ) : null}
      {isAdmin && !isLastAdmin ? (
        <RoleCard
          place={place}
          chosen={refused?.role ?? chosen ?? member.role}
          isBack={chosen !== null}
          problem={problemOf(false)}
        />
      ) : null}
      {(isAdmin || isMe) && !isLastAdmin ? (
        <RemovalCard place={place} name={name} isMe={isMe} problem={problemOf(true)} />
      ) : null}
      {isAdmin || isMe ? null : (
        <p className="text-sm text-ink-2">{t(($) => $.settings.member.onlyAdmins, { admins: admins.join(', ') })}</p>
      )}
    </>
  )
}

function RoleCard({
  place,
  chosen,
  isBack,
  problem,
}: {
  place: SeenPlace
  chosen: Role
  isBack: boolean
  problem: ShownProblem | null
}) {
  const { t } = useTranslation()
  const { roleMay } = usePeopleWords(place)
  const isSending = useIsSending()
  return (
    <Card className="sm:p-6">
      <CardHeader title={t(($) => $.settings.member.roleTitle)} />
      <Form method="post" className="grid gap-5">
        <ProblemAlert problem={problem} words={useProblemWords(place)} />
        {isBack && problem === null ? <Alert kind="info">{t(($) => $.settings.proven)}</Alert> : null}
        <RoleChoice legend={t(($) => $.settings.members.role)} roleMay={roleMay} chosen={chosen} />
        <p className="-mt-2 text-xs text-ink-3">{t(($) => $.settings.member.roleHint)}</p>
        <Button type="submit" variant="primary" className="justify-self-start" aria-disabled={isSending}>
          {isSending ? t(($) => $.settings.saving) : t(($) => $.settings.save)}
        </Button>
      </Form>
    </Card>
  )
}

interface RemovalCardProps {
  place: SeenPlace
  name: string
  isMe: boolean
  problem: ShownProblem | null
}

function RemovalCard({ place, name, isMe, problem }: RemovalCardProps) {
  const { t } = useTranslation()
  const { leavePoints, leaveSubmit, leaveTitle, removeSubmit } = usePeopleWords(place)
  const points = isMe
    ? leavePoints
    : [t(($) => $.settings.member.remove1), t(($) => $.settings.member.remove2), t(($) => $.settings.member.remove3)]
  const isSending = useIsSending()
  return (
    <Card className="sm:p-6">
      <CardHeader title={isMe ? leaveTitle : t(($) => $.settings.member.removeTitle, { name })} />
      <Form method="post" className="grid gap-4">
        <input type="hidden" name="do" value="remove" />
        {isMe ? <input type="hidden" name="own" value="1" /> : null}
        <ProblemAlert problem={problem} words={useProblemWords(place)} />
        <ul className="grid list-disc gap-1.5 ps-5 text-sm text-ink-2">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="danger" aria-disabled={isSending}>
            {isMe ? leaveSubmit : removeSubmit}
          </Button>
          <ButtonLink asChild>
            <Link to={`${place.home}/settings/members`}>{t(($) => $.settings.member.back)}</Link>
          </ButtonLink>
        </div>
      </Form>
    </Card>
  )
}

function useProblemWords(place: SeenPlace): Readonly<Record<string, string>> {
  const { t } = useTranslation()
  const { lastAdmin } = usePeopleWords(place)
  return { 'last-admin': lastAdmin, 'not-found': t(($) => $.settings.member.gone) }
}
