import { Moment } from '@bollard/site-kit'
import type { AuditEntry } from '@bollard/contracts'
import { Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { actionText, type ChangedField, changedFields } from './describe-entry.ts'
import { useAuditWords } from './use-audit-words.ts'

/** What happened, the newest first. `names` are those of members by their ids, for whom something was done to. */
export function AuditList({
  entries,
  names,
}: {
  entries: readonly AuditEntry[]
  names: Readonly<Record<string, string>>
}) {
  const { t } = useTranslation()
  const words = useAuditWords()
  return (
    <ol className="divide-y divide-line">
      {entries.map((entry) => {
        const { id, at, actor, action, target, network } = entry
        const { kind } = actor
        const what = kind === 'USER' ? t(($) => $.settings.members.gone) : t(($) => $.settings.audit.actors[kind])
        // People are known to each other by their names, an operator by what they are.
        const who = kind === 'OPERATOR' && actor.name ? `${what} (${actor.name})` : (actor.name ?? what)
        const whom = target?.kind.toUpperCase() === 'USER' && target.id !== actor.id ? names[target.id] : undefined
        return (
          <li
            key={id}
            id={`entry-${id}`}
            className="grid gap-x-5 gap-y-1 px-4 py-3.5 text-sm sm:px-5 target:bg-amber-wash sm:grid-cols-[10.5rem_minmax(0,1fr)]"
          >
            <p className="tabular text-ink-3">
              <a href={`#entry-${id}`} className="rounded-sm hover:text-ink hover:underline">
                <Moment at={at} />
              </a>
              {network === null ? null : (
                <span className="font-mono text-xs max-sm:ms-3 sm:mt-0.5 sm:block">{network}</span>
              )}
            </p>
            <div className="grid min-w-0 gap-1">
              <p className="[overflow-wrap:anywhere]">
                <b className="font-[560]">{who}</b> {actionText(action, words)}
                {whom === undefined ? null : <b className="font-[560]">: {whom}</b>}
              </p>
              <Changes fields={changedFields(entry, words)} />
            </div>
          </li>
        )
      })}
    </ol>
  )
}

function Changes({ fields }: { fields: readonly ChangedField[] }) {
  const { t } = useTranslation()
  if (fields.length === 0) return null
  return (
    <dl className="grid gap-0.5 text-ink-2">
      {fields.map(({ name, before, after }) => (
        <div key={name} className="flex flex-wrap items-baseline gap-x-2">
          <dt>{name}:</dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 text-ink [overflow-wrap:anywhere]">
            {before === null ? null : after === null ? (
              before
            ) : (
              <>
                <span className="text-ink-2">
                  <span className="sr-only">{t(($) => $.settings.audit.before)} </span>
                  {before}
                </span>
                <Icon name="arrow-right" className="size-3.5 shrink-0 self-center text-ink-3" />
              </>
            )}
            {after === null ? null : (
              <span>
                <span className="sr-only">{t(($) => $.settings.audit.after)} </span>
                {after}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
