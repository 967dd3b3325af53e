import type { ReportTemplate, StatusPage, StatusReport } from '@bollard/contracts'
import { textOf, useIsSending } from '@bollard/site-kit'
import { Button, Checkbox, SelectField, TextAreaField, TextField } from '@bollard/ui'
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
      <StageAndText begun={begun} typed={typed} errorOf={errorOf} />
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

interface StageAndTextProps {
  typed: { readonly stage: string; readonly text: string } | null
  errorOf: (name: string) => string | undefined
  /** What a template begins with. */
  begun?: { readonly stage: string; readonly text: string } | undefined
}

/** How far it is, and what is said of it. */
export function StageAndText({ typed, errorOf, begun }: StageAndTextProps) {
  const { t } = useTranslation()
  const words = t(($) => $.statusPages.reports, { returnObjects: true })
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
    </>
  )
}

/** What a report or a template of one is called, as visitors read it. */
export function ReportTitle({ typed, error }: { typed: string; error: string | undefined }) {
  const { t } = useTranslation()
  return (
    <TextField
      id="title"
      name="title"
      label={t(($) => $.statusPages.reports.name)}
      required
      maxLength={150}
      autoComplete="off"
      defaultValue={typed}
      error={error}
    />
  )
}

/** Sends what was written. */
export function PublishButton() {
  const { t } = useTranslation()
  const isSending = useIsSending()
  return (
    <Button type="submit" variant="primary" className="justify-self-start" aria-disabled={isSending}>
      {t(($) => $.statusPages.reports.publish)}
    </Button>
  )
}
