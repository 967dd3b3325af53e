import { clientChecks, conductChecks, derivedChecks, groups, serverChecks } from '@bollard/bot-score'
import { useTranslation } from 'react-i18next'

const catalogue = [...clientChecks, ...serverChecks, ...conductChecks]

/** Everything that can be found out about a visitor, by group, with what it weighs. With script each can be ticked. */
export function Findings({ locale }: { locale: string }) {
  const { t } = useTranslation()
  const words = t(($) => $.parts.signalExplorer, { returnObjects: true })
  const reasons: Readonly<Record<string, string>> = t(($) => $.reasons, { returnObjects: true })
  const weight = (value: number) =>
    value.toLocaleString(locale, { signDisplay: 'exceptZero', maximumFractionDigits: 1 })
  return (
    <div className="grid border-b border-line">
      {groups.map((group) => (
        <details key={group} className="border-t border-line py-2">
          <summary className="w-fit rounded-sm py-1 font-[520]">{words.groups[group]}</summary>
          <ul className="m-0 grid list-none p-0">
            {catalogue
              .filter((check) => check.group === group)
              .map(({ code, weight: value, hard }) => (
                <li key={code}>
                  <label className="flex min-h-9 items-start gap-3 py-1.5 text-sm touch:min-h-11">
                    <input data-needs-js type="checkbox" value={code} className="mt-px size-5 shrink-0 accent-amber" />
                    <span className="flex-1" data-reason={code}>
                      {reasons[code] ?? code}
                    </span>
                    {hard ? <span className="text-xs text-ink-3">{words.hard}</span> : null}
                    <span className="tabular w-10 text-end font-mono">{weight(value)}</span>
                  </label>
                </li>
              ))}
          </ul>
        </details>
      ))}
      {/* What is concluded from several findings has no box of its own; the list of reasons takes its words from here. */}
      <div hidden>
        {derivedChecks.map(({ code }) => (
          <span key={code} data-reason={code}>
            {reasons[code] ?? code}
          </span>
        ))}
      </div>
    </div>
  )
}
