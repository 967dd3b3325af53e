import type { Role } from '@bollard/contracts'
import { useTranslation } from 'react-i18next'
import type { PeoplePlace } from './people-place.ts'

interface PeopleWords {
  roleMay: Readonly<Record<Role, string>>
  /** There can be no more members or invitations, whatever the plan. */
  quota: string
  lastAdmin: string
  toEnd: string
  removeSubmit: string
  leaveTitle: string
  leavePoints: readonly string[]
  leaveSubmit: string
}

/** What is said of the people of a solution in other words than of those of an organization. */
export function usePeopleWords({ kind }: Pick<PeoplePlace, 'kind'>): PeopleWords {
  const { t } = useTranslation()
  if (kind === 'organization')
    return {
      roleMay: t(($) => $.organizations.members.roles, { returnObjects: true }),
      quota: t(($) => $.organizations.members.quota),
      lastAdmin: t(($) => $.organizations.problems['last-admin']),
      toEnd: t(($) => $.organizations.members.toDeletion),
      removeSubmit: t(($) => $.organizations.members.removeSubmit),
      leaveTitle: t(($) => $.organizations.members.leaveTitle),
      leavePoints: [
        t(($) => $.settings.member.leave1),
        t(($) => $.organizations.members.leaveStays),
        t(($) => $.settings.member.leave3),
      ],
      leaveSubmit: t(($) => $.organizations.members.leaveSubmit),
    }
  return {
    roleMay: t(($) => $.settings.members.roleMay, { returnObjects: true }),
    quota: t(($) => $.settings.invite.quota),
    lastAdmin: t(($) => $.settings.member.lastAdmin),
    toEnd: t(($) => $.settings.member.toUnsubscribe),
    removeSubmit: t(($) => $.settings.member.removeSubmit),
    leaveTitle: t(($) => $.settings.member.leaveTitle),
    leavePoints: [
      t(($) => $.settings.member.leave1),
      t(($) => $.settings.member.leave2),
      t(($) => $.settings.member.leave3),
    ],
    leaveSubmit: t(($) => $.settings.member.leaveSubmit),
  }
}
