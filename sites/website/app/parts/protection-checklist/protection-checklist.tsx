import { Button } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Island } from '../pieces/island.tsx'
import { PartFrame, PartNote } from '../pieces/part-frame.tsx'
import island from './protection-checklist.island.ts?worker&url'

/** Twenty points in five groups of four, from what costs an hour to what needs a plan. */
const groups = {
  know: ['inventory', 'baseline', 'logs', 'alarm'],
  forms: ['server', 'captcha', 'honeypot', 'confirm'],
  accounts: ['limit', 'breached', 'factor', 'reset'],
  pages: ['robots', 'cache', 'quota', 'crawlers'],
  operation: ['updates', 'origin', 'access', 'rehearse'],
} as const

const groupNames = Object.keys(groups) as (keyof typeof groups)[]

/** A checklist that counts, and that can be taken along as text. Nothing is stored. */
export function ProtectionChecklist() {
  const { t } = useTranslation()
  const texts = t(($) => $.parts.protectionChecklist, { returnObjects: true })
  const points: Readonly<Record<string, { point: string; how: string }>> = texts.points
  return (
    <PartFrame title={texts.title} lead={texts.lead}>
      <Island element="part-protection-checklist" script={island} texts={texts.words}>
        <div className="grid gap-5">
          {groupNames.map((group) => (
            <fieldset key={group} className="grid min-w-0 gap-1">
              <legend className="mb-1 font-[600]">{texts.groups[group]}</legend>
              {groups[group].map((name) => (
                <label key={name} className="flex min-h-11 gap-3 rounded-sm px-1 py-2 hover:bg-sunken">
                  <input
                    type="checkbox"
                    name={name}
                    autoComplete="off"
                    className="mt-1 size-4 shrink-0 accent-[var(--ink)]"
                  />
                  <span className="min-w-0">
                    <span data-point className="font-[520]">
                      {points[name]?.point}
                    </span>{' '}
                    <span className="text-ink-2">{points[name]?.how}</span>
                  </span>
                </label>
              ))}
            </fieldset>
          ))}
        </div>
        <div data-needs-js className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <output data-out="count" className="tabular font-[560]" />
          <Button data-do="copy" data-copy="" size="dense">
            {texts.copy}
          </Button>
        </div>
      </Island>
      <PartNote>{texts.note}</PartNote>
    </PartFrame>
  )
}
