import type { Solution } from '@bollard/contracts'
import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { NeedsRole } from '../frame/needs-role.tsx'
import { isReadOnly } from '../frame/is-read-only.ts'

type Standing = Pick<Solution, 'id' | 'myRole' | 'locks' | 'lifecycle'>

/** Whether somebody may change what admins of a solution change. */
export function mayAdminister(solution: Standing): boolean {
  return solution.myRole === 'ADMIN' && !isReadOnly(solution)
}

/** Why the controls below are switched off: the role they need and who has it, or that the solution is read-only. Nothing for whoever may use them. */
export function AdminsOnly({ solution }: { solution: Standing }) {
  const { t } = useTranslation()
  if (mayAdminister(solution)) return null
  if (solution.myRole === 'ADMIN') return <Alert kind="info">{t(($) => $.needsRole.readOnly)}</Alert>
  return <NeedsRole needed="ADMIN" solution={solution} />
}
