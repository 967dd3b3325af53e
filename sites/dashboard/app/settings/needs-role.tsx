import type { Solution } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isReadOnly } from './is-read-only.ts'

type Standing = Pick<Solution, 'id' | 'myRole' | 'locks' | 'lifecycle'>

/** Whether somebody may change what admins of a solution change. */
export function mayAdminister(solution: Standing): boolean {
  return solution.myRole === 'ADMIN' && !isReadOnly(solution)
}

/** Why the controls below are switched off: the role they need and where to find who has it, or that the solution is read-only. Nothing for whoever may use them. */
export function NeedsRole({ solution }: { solution: Standing }) {
  const { t } = useTranslation()
  const { language } = useSite()
  if (mayAdminister(solution)) return null
  if (solution.myRole === 'ADMIN') return <Alert kind="info">{t(($) => $.needsRole.readOnly)}</Alert>
  return (
    <Alert kind="info">
      {t(($) => $.needsRole.admin, { role: t(($) => $.roles[solution.myRole]) })}{' '}
      <Link to={`/${language}/solutions/${solution.id}/settings/members`} className="text-link">
        {t(($) => $.needsRole.who)}
      </Link>
    </Alert>
  )
}
