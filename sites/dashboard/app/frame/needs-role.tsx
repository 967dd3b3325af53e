import type { Role, Solution } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { Alert } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { useCurrentSolution } from './use-current-solution.ts'

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
  // The notice above the page says all to somebody without any role here.
  if (useCurrentSolution()?.isVisit) return null
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

/** A sentence that says which role something takes, and the way to who has it, on pages of a solution or an organization. */
export function WhoMay({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { solutionId, organizationId } = useParams()
  const place = solutionId === undefined ? `organizations/${organizationId}` : `solutions/${solutionId}`
  return (
    <>
      {children}{' '}
      <Link to={`/${language}/${place}/settings/members`} className="text-link">
        {t(($) => $.needsRole.who)}
      </Link>
    </>
  )
}
