import { Alert } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSite } from '../shell/site-context.tsx'
import { problemText, type ShownProblem } from './problem-text.ts'
import type { FieldErrors } from './use-field-errors.ts'

export interface ProblemAlertProps {
  problem: ShownProblem | null | undefined
  /** Labels of the fields in the order of the page, by their names, which are the ids of the controls as well: each fault then gets a line that leads there. */
  labels?: Readonly<Record<string, string>>
  /** What the form says beside its fields. */
  errorOf?: FieldErrors['errorOf']
  /** Says it better than the general sentence of a code. */
  words?: Readonly<Record<string, string>>
  /** The way forward. */
  children?: ReactNode
}

/** Why the form as a whole was refused. Can take focus where no field is at fault. */
export function ProblemAlert({ problem, labels = {}, errorOf, words = {}, children }: ProblemAlertProps) {
  const { t } = useTranslation()
  const site = useSite()
  if (!problem) return null
  const isOurs = problem.code === 'internal' || problem.code === 'unavailable'
  const faults = Object.entries(labels).flatMap(([name, label]) => {
    const text = errorOf?.(name)
    return text === undefined ? [] : [{ name, label, text }]
  })
  return (
    <Alert kind="danger" title={words[problem.code] ?? problemText(t, problem)}>
      {isOurs ? t(($) => $.structure.error.requestId, { requestId: problem.requestId || site.requestId }) : null}
      {faults.length > 1 ? (
        <ul className="mt-1 grid list-disc gap-1 ps-4">
          {faults.map(({ name, label, text }) => (
            <li key={name}>
              <a href={`#${name}`} className="text-link">
                {label}
              </a>
              : {text}
            </li>
          ))}
        </ul>
      ) : null}
      {children}
    </Alert>
  )
}
