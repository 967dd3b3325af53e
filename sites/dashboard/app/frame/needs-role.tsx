import type { Role, Solution } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

interface NeedsRoleProps {
  /** The least role that may do it. */
  needed: Role
  solution: Pick<Solution, 'id' | 'myRole'>
  /** Names of people who have it, where the page knows them; without any, a link leads to the members. */
  holders?: readonly string[]
}

/** Says at controls that somebody may only look at which role they take, and who has it. */
export function NeedsRole({ needed, solution, holders = [] }: NeedsRoleProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const names = {
    needed: t(($) => $.needsRole.roles[needed]),
    mine: t(($) => $.roles[solution.myRole]),
    holders: holders.join(', '),
  }
  return (
    <Alert kind="info" title={t(($) => $.needsRole.title, names)}>
      {holders.length > 0 ? (
        t(($) => $.needsRole.textWithNames, names)
      ) : (
        <>
          {t(($) => $.needsRole.text, names)}{' '}
          <Link to={`/${language}/solutions/${solution.id}/settings/members`} className="text-link">
            {t(($) => $.needsRole.who)}
          </Link>
        </>
      )}
    </Alert>
  )
}
