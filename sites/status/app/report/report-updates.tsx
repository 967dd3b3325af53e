import type { PublicReport } from '@bollard/contracts'
import { formatsFor, useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { StateMark } from '../look/state-mark.tsx'
import { whenOf } from '../look/when.ts'

/**
 * The updates of a report, the newest first, and what they say of components. `names` are those of components by
 * their ids.
 */
export function ReportUpdates({
  updates,
  names,
  zone,
}: {
  updates: PublicReport['updates']
  names: ReadonlyMap<string, string>
  zone: string
}) {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <ol className="grid gap-4">
      {updates.map(({ at, correctedAt, stage, text, impacts }) => (
        <li key={at} className="grid gap-1 border-s-2 border-line ps-4">
          <p className="flex flex-wrap gap-x-3 text-sm">
            <strong className="font-[560]">{t(($) => $.report.stages[stage])}</strong>
            <time dateTime={at} className="tabular text-ink-3">
              {whenOf(formatsFor(language, zone), at)}
            </time>
            {correctedAt === null ? null : (
              <time dateTime={correctedAt} className="tabular text-ink-3">
                {t(($) => $.report.corrected, { when: whenOf(formatsFor(language, zone), correctedAt) })}
              </time>
            )}
          </p>
          <p className="max-w-[68ch] hyphens-auto whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
          {impacts.length === 0 ? null : (
            <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
              {impacts.map(({ componentId, impact }) => {
                const name = names.get(componentId)
                return name === undefined ? null : (
                  <li key={componentId} className="flex gap-2">
                    {name} <StateMark state={impact} />
                  </li>
                )
              })}
            </ul>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Components by their ids. */
export const namesOf = (groups: readonly { readonly components: readonly { id: string; name: string }[] }[]) =>
  new Map(groups.flatMap(({ components }) => components.map(({ id, name }) => [id, name] as const)))
