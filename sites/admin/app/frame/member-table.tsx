import type { Member } from '@bollard/contracts'
import { useTranslation } from 'react-i18next'
import { ListTable } from './list-table.tsx'

/** Who is a member of a solution or an organization, and in which role. */
export function MemberTable({ members }: { members: readonly Member[] }) {
  const { t } = useTranslation()
  return (
    <ListTable
      label={t(($) => $.solutions.members)}
      items={members}
      keyOf={({ userId }) => userId}
      empty={t(($) => $.solutions.noMembers)}
      columns={[
        {
          label: t(($) => $.solutions.members),
          cell: ({ givenName, email, userId }) => `${givenName ?? ''} ${email ?? userId}`.trim(),
        },
        { label: t(($) => $.solutions.role), cell: ({ role }) => t(($) => $.solutions.roles[role]) },
      ]}
    />
  )
}
