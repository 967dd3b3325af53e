import { Checkbox } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

export interface Choosable {
  readonly id: string
  readonly name: string
}

/** Which components to be told of; none is all of them. */
export function ComponentChoice({
  components,
  chosen,
}: {
  components: readonly Choosable[]
  chosen: readonly string[]
}) {
  const { t } = useTranslation()
  if (components.length < 2) return null
  return (
    <details open={chosen.length > 0}>
      <summary className="w-fit py-2 text-sm font-[520]">{t(($) => $.subscribe.components)}</summary>
      <fieldset className="mt-2 grid gap-1">
        <legend className="pb-2 text-sm text-ink-2">{t(($) => $.subscribe.componentsHint)}</legend>
        {components.map(({ id, name }) => (
          <Checkbox key={id} name="component" value={id} label={name} defaultChecked={chosen.includes(id)} />
        ))}
      </fieldset>
    </details>
  )
}
