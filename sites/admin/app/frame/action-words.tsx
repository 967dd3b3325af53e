import { useTranslation } from 'react-i18next'

type Words = Readonly<Record<string, Readonly<Record<string, string>>>>

/** What was done in words, and below it the code under which the log and the manual of the API have it. */
export function ActionWords({ action }: { action: string }) {
  const { t } = useTranslation()
  const words: Words = t(($) => $.audit.actions, { returnObjects: true })
  const [subject = '', verb = ''] = action.split('.')
  const verbs = Object.hasOwn(words, subject) ? words[subject] : undefined
  const known = verbs !== undefined && Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  return (
    <span className="grid gap-0.5">
      {/* An entry of a newer version may have a code that this one does not know. */}
      {known === undefined ? null : <span>{known}</span>}
      <code className="text-xs text-ink-3">{action}</code>
    </span>
  )
}
