import { problemText, type ShownProblem, useSite } from '@bollard/site-kit'
import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** Why the form as a whole was refused; nothing where the fields say it all by themselves. */
export function ProblemAlert({ problem }: { problem: ShownProblem | null | undefined }) {
  const { t } = useTranslation()
  const site = useSite()
  if (!problem) return null
  const isOurs = problem.code === 'internal' || problem.code === 'unavailable'
  return (
    <Alert kind="danger" title={problemText(t, problem)}>
      {isOurs ? t(($) => $.structure.error.requestId, { requestId: problem.requestId || site.requestId }) : null}
    </Alert>
  )
}
