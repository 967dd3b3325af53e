import { useTranslation } from 'react-i18next'
import { browserValueNames } from '../pieces/browser-values.ts'
import { Island } from '../pieces/island.tsx'
import { PartFrame } from '../pieces/part-frame.tsx'
import { ValueTable } from '../pieces/value-table.tsx'
import island from './script-sight.island.ts?worker&url'

const hidden = ['name', 'address', 'cookies', 'files', 'tabs', 'passwords'] as const
const permissions = ['camera', 'microphone', 'geolocation'] as const

/** What a script on this page can read about the reader's browser right now, and what it can't. */
export function ScriptSight() {
  const { t } = useTranslation()
  const texts = t(($) => $.parts.scriptSight, { returnObjects: true })
  return (
    <PartFrame title={texts.title} lead={texts.lead} isPrivate>
      <Island element="part-script-sight" script={island} texts={texts.words}>
        <ValueTable
          label={texts.table}
          names={browserValueNames}
          head={texts.head}
          rows={t(($) => $.parts.browserValues, { returnObjects: true })}
        />
        <div className="grid gap-2">
          <p className="font-[600]">{texts.hiddenTitle}</p>
          <ul className="grid list-disc gap-1.5 ps-5">
            {hidden.map((name) => (
              <li key={name}>{texts.hidden[name]}</li>
            ))}
          </ul>
        </div>
        <div className="grid gap-2">
          <p className="font-[600]">{texts.askedTitle}</p>
          <p className="max-w-[44em]">{texts.asked}</p>
          <ul data-needs-js className="flex flex-wrap gap-x-6 gap-y-1">
            {permissions.map((name) => (
              <li key={name}>
                {texts.permissions[name]} <span data-out={name} className="font-[560]" />
              </li>
            ))}
          </ul>
        </div>
      </Island>
    </PartFrame>
  )
}
