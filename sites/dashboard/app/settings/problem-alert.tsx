import { type FieldErrors, problemText, type ShownProblem, useSite } from '@bollard/site-kit'
import { Alert } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface ProblemAlertProps {
  problem: ShownProblem | null | undefined
  /** Says it better than the general sentence of a code. */
  words?: Readonly<Record<string, string>>
  /** Labels of the fields by their names, which are the ids of the controls as well: each fault then gets a line that leads there. */
  labels?: Readonly<Record<string, string>>
  errorOf?: FieldErrors['errorOf']
  /** The way forward. */
  children?: ReactNode
}

/** Why a form was refused. Takes focus where no field is at fault. */
export function ProblemAlert({ problem, words = {}, labels = {}, errorOf, children }: ProblemAlertProps) {
  const { t } = useTranslation()
  const { requestId } = useSite()
  if (!problem) return null
  const isOurs = problem.code === 'internal' || problem.code === 'unavailable'
  const faults = Object.entries(labels).flatMap(([name, label]) => (errorOf?.(name) === undefined ? [] : [{ name, label }]))
  return (
    <Alert kind="danger" title={words[problem.code] ?? problemText(t, problem)}>
      {isOurs ? t(($) => $.structure.error.requestId, { requestId: problem.requestId || requestId }) : null}
      {faults.length > 0 ? (
        <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
          {faults.map(({ name, label }) => (
            <li key={name}>
              <a href={`#${name}`} className="text-link">
                {label}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {children}
    </Alert>
  )
}
