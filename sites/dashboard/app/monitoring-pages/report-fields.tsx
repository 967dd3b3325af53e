import type { ReportTemplate, StatusPage, StatusReport } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { Checkbox, SelectField, TextAreaField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

export const stages = ['INVESTIGATING', 'IDENTIFIED', 'MONITORING', 'RESOLVED'] as const
const impacts = ['UP', 'DEGRADED', 'DOWN'] as const

interface Component {
  readonly id: string
  readonly name: string
}

/** An update as somebody typed it. */
export interface TypedUpdate {
  stage: StatusReport['stage']
  text: string
  tellSubscribers: boolean
  impacts: { componentId: string; impact: (typeof impacts)[number] }[]
}

export function typedUpdate(form: FormData): TypedUpdate {
  const chosen = textOf(form, 'stage')
  return {
    stage: stages.find((stage) => stage === chosen) ?? 'INVESTIGATING',
    text: textOf(form, 'text').trim(),
    tellSubscribers: form.has('tellSubscribers'),
    impacts: [...form].flatMap(([name, value]) => {
      const impact = impacts.find((one) => one === value)
      return name.startsWith('impact/') && impact !== undefined
        ? [{ componentId: name.slice('impact/'.length), impact }]
        : []
    }),
  }
}

export const componentsOf = (page: StatusPage): Component[] =>
  page.groups.flatMap(({ components }) => components.map(({ id, name }) => ({ id, name })))

interface UpdateFieldsProps {
  typed: TypedUpdate | null
  components: readonly Component[]
  errorOf: (name: string) => string | undefined
  begun?: ReportTemplate | undefined
}

/** Stage, text, what visitors notice of each component, and whether subscribers are told. */
export function UpdateFields({ typed, components, errorOf, begun }: UpdateFieldsProps) {
  const { t } = useTranslation()
  const words = t(($) => $.statusPages.reports, { returnObjects: true })
  const said = new Map(typed?.impacts.map(({ componentId, impact }) => [componentId, impact]))
  return (
    <>
      <SelectField
        id="stage"
        name="stage"
        label={words.stage}
        defaultValue={typed?.stage ?? begun?.stage ?? 'INVESTIGATING'}
        error={errorOf('stage')}
      >
        {stages.map((stage) => (
          <option key={stage} value={stage}>
            {words.stages[stage]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        id="text"
        name="text"
        label={words.text}
        required
        maxLength={4_000}
        rows={5}
        defaultValue={typed?.text ?? begun?.text ?? ''}
        error={errorOf('text')}
      />
      {components.length === 0 ? null : (
        <fieldset className="grid min-w-0 gap-3">
          <legend className="mb-1.5 text-sm font-[520]">{words.impacts}</legend>
          {components.map(({ id, name }) => (
            <SelectField key={id} name={`impact/${id}`} label={name} defaultValue={said.get(id) ?? ''}>
              <option value="">{words.unchanged}</option>
              {impacts.map((impact) => (
                <option key={impact} value={impact}>
                  {t(($) => $.monitoring.states[impact])}
                </option>
              ))}
            </SelectField>
          ))}
        </fieldset>
      )}
      <Checkbox
        name="tellSubscribers"
        label={words.tellSubscribers}
        defaultChecked={typed === null || typed.tellSubscribers}
      />
    </>
  )
}
