import { Checkbox, Dialog } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { type Destination, destinations, setSingleKeys, useSingleKeys } from './use-shortcuts.ts'

const keys = Object.keys(destinations) as Destination[]

/** The shortcuts there are, and the switch for those without a modifier. */
export function ShortcutSheet({ hasSolution, onClose }: { hasSolution: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const isOn = useSingleKeys()
  const rows: [readonly string[], string][] = [
    [['Ctrl / ⌘', 'K'], t(($) => $.palette.title)],
    [['?'], t(($) => $.shortcuts.title)],
    ...keys
      .filter((key) => hasSolution || !destinations[key].isOfSolution)
      .map((key): [readonly string[], string] => [['g', key], t(($) => $.shortcuts.to[key])]),
  ]
  return (
    <Dialog
      open
      title={t(($) => $.shortcuts.title)}
      closeLabel={t(($) => $.palette.close)}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <dl className="divide-y divide-line">
        {rows.map(([parts, text]) => (
          <div key={text} className="flex items-center justify-between gap-4 py-2">
            <dt className="text-sm">{text}</dt>
            <dd className="flex shrink-0 gap-1.5">
              {parts.map((part) => (
                <kbd
                  key={part}
                  className="rounded-sm border border-line-strong bg-sunken px-1.5 py-0.5 font-mono text-xs"
                >
                  {part}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label={t(($) => $.shortcuts.single)}
        checked={isOn}
        onChange={(event) => setSingleKeys(event.target.checked)}
      />
    </Dialog>
  )
}
