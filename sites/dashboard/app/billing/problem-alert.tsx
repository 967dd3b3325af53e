import { type ShownProblem, useSite } from '@bollard/site-kit'
import { Alert } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { billingProblem } from './billing-problem.ts'

/** Faults that are nobody's here: whoever asks for help needs the number of the request. */
const ours: ReadonlySet<string> = new Set(['internal', 'unavailable', 'upstream'])

/** Says above a form that nothing was changed, and why. */
export function ProblemAlert({
  problem,
  children,
  className,
}: {
  problem: ShownProblem
  children?: ReactNode
  className?: string
}) {
  const { t } = useTranslation()
  const { requestId } = useSite()
  return (
    <Alert kind="danger" title={t(($) => $.billing.notDone)} {...(className ? { className } : {})}>
      {billingProblem(t, problem)}
      {ours.has(problem.code)
        ? ` ${t(($) => $.structure.error.requestId, { requestId: problem.requestId || requestId })}`
        : null}
      {children}
    </Alert>
  )
}
