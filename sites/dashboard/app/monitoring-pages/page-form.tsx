import type { StatusPage } from '@bollard/contracts'
import { languageNames, languages } from '@bollard/i18n'
import { ProblemAlert, type ShownProblem, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { Button, Card, Checkbox, TextAreaField, TextField, TextInput } from '@bollard/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { FileField } from '../forms/file-field.tsx'
import { useMonitoring } from '../monitoring/use-monitoring.ts'
import type { ShownService } from './load-pages.server.ts'
import { PagePreview } from './page-preview.tsx'
import { type TypedComponent, type TypedPage, typedPage } from './typed-page.ts'

interface PageFormProps {
  typed: TypedPage
  problem: ShownProblem | null
  services: readonly ShownService[]
  /** What is stored; null for a new page. */
  stored: StatusPage | null
}

/** All of a status page, and beside it what visitors would see; the preview follows each letter. */
export function PageForm({ typed, problem, services, stored }: PageFormProps) {
  const { t } = useTranslation()
  const { mayChange } = useMonitoring()
  const isSending = useIsSending()
  const [shown, setShown] = useState(typed)
  const { errorOf, formProps } = useFieldErrors(problem)
  const words = t(($) => $.statusPages, { returnObjects: true })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Card className="sm:p-6">
        <Form
          method="post"
          encType="multipart/form-data"
          {...formProps}
          onInput={(event) => {
            formProps.onInput(event)
            setShown(typedPage(new FormData(event.currentTarget)))
          }}
        >
          <fieldset disabled={!mayChange} className="grid min-w-0 gap-5">
            <ProblemAlert problem={problem} words={{ 'in-use': words.taken, 'quota-exceeded': words.full }} />
            {stored === null ? null : <input type="hidden" name="version" value={stored.version} />}
            <Texts typed={typed} errorOf={errorOf} />
            <Components lines={typed.components} names={new Map(services.map(({ id, name }) => [id, name]))} />
            <Look typed={typed} errorOf={errorOf} hasLogo={stored?.logo != null} />
            <Access typed={typed} errorOf={errorOf} hasPassword={stored?.hasPassword === true} />
            {mayChange ? (
              <Button type="submit" variant="primary" className="justify-self-start" aria-disabled={isSending}>
                {stored === null ? words.create : t(($) => $.settings.save)}
              </Button>
            ) : null}
          </fieldset>
        </Form>
      </Card>
      <PagePreview typed={shown} services={services} />
    </div>
  )
}

interface PartProps {
  typed: TypedPage
  errorOf: ReturnType<typeof useFieldErrors>['errorOf']
}

function Texts({ typed, errorOf }: PartProps) {
  const { t } = useTranslation()
  const words = t(($) => $.statusPages, { returnObjects: true })
  const optional = t(($) => $.settings.optional)
  const text = (name: 'name' | 'slug' | 'host' | 'description' | 'announcement') => ({
    id: name,
    name,
    label: words.fields[name],
    defaultValue: typed[name],
    error: errorOf(name),
    autoComplete: 'off',
  })
  return (
    <>
      <TextField {...text('name')} required maxLength={100} />
      <TextField
        {...text('slug')}
        hint={words.slugHint}
        required
        maxLength={60}
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField {...text('host')} hint={words.hostHint} aside={optional} maxLength={253} spellCheck={false} />
      <TextAreaField {...text('description')} aside={optional} maxLength={1_000} rows={2} />
      <TextAreaField {...text('announcement')} aside={optional} maxLength={1_000} rows={2} />
    </>
  )
}

/** Which services are shown, under which names and headings, in which order. It scrolls when it is long. */
function Components({ lines, names }: { lines: readonly TypedComponent[]; names: ReadonlyMap<string, string> }) {
  const { t } = useTranslation()
  const words = t(($) => $.statusPages, { returnObjects: true })
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="text-sm font-[520]">{words.components}</legend>
      <p className="text-xs text-ink-3">{words.componentsHint}</p>
      <input type="hidden" name="lines" value={lines.length} />
      <ul className="grid max-h-[32rem] gap-3 overflow-auto">
        {lines.map((line, index) => {
          const service = names.get(line.serviceId) ?? line.name
          return (
            <li key={`${line.id} ${line.serviceId}`} className="grid min-w-0 gap-2 border-b border-line pb-3">
              <input type="hidden" name={`line/${index}/id`} value={line.id} />
              <input type="hidden" name={`line/${index}/serviceId`} value={line.serviceId} />
              <Checkbox name={`line/${index}/shown`} label={service} defaultChecked={line.isShown} />
              <div className="grid grid-cols-[minmax(0,1fr)_4.5rem] gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_4.5rem]">
                <TextInput
                  dense
                  className="max-sm:col-span-2"
                  name={`line/${index}/name`}
                  aria-label={`${words.publicName}: ${service}`}
                  maxLength={100}
                  defaultValue={line.name}
                />
                <TextInput
                  dense
                  name={`line/${index}/group`}
                  aria-label={`${words.heading}: ${service}`}
                  placeholder={words.heading}
                  maxLength={100}
                  defaultValue={line.group}
                />
                <TextInput
                  dense
                  name={`line/${index}/order`}
                  aria-label={`${words.order}: ${service}`}
                  inputMode="numeric"
                  defaultValue={line.order}
                />
              </div>
              <TextInput
                dense
                name={`line/${index}/description`}
                aria-label={`${words.componentDescription}: ${service}`}
                placeholder={words.componentDescription}
                maxLength={300}
                defaultValue={line.description}
              />
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

function Look({ typed, errorOf, hasLogo }: PartProps & { hasLogo: boolean }) {
  const { t } = useTranslation()
  const words = t(($) => $.statusPages, { returnObjects: true })
  const optional = t(($) => $.settings.optional)
  return (
    <>
      <TextField
        id="days"
        name="days"
        label={words.fields.days}
        hint={words.daysHint}
        inputMode="numeric"
        required
        defaultValue={typed.days}
        error={errorOf('days')}
      />
      <div className="grid">
        <Checkbox name="responseTimes" label={words.fields.responseTimes} defaultChecked={typed.responseTimes} />
        <Checkbox name="maintenance" label={words.fields.maintenance} defaultChecked={typed.maintenance} />
        <Checkbox name="noindex" label={words.fields.noindex} defaultChecked={typed.noindex} />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        {(['light', 'dark'] as const).map((theme) => (
          <TextField
            key={theme}
            id={`colors/${theme}`}
            name={`colors/${theme}`}
            label={words.fields[theme]}
            hint={words.colorHint}
            aside={optional}
            placeholder="#1f4fd8"
            spellCheck={false}
            autoComplete="off"
            defaultValue={typed[theme]}
            error={errorOf(`colors/${theme}`)}
          />
        ))}
      </div>
      <FileField
        id="logo"
        name="logo"
        accept="image/png,image/jpeg,image/webp"
        label={words.fields.logo}
        hint={words.logoHint}
        aside={optional}
        error={errorOf('logo')}
      />
      {hasLogo ? <Checkbox name="noLogo" label={words.noLogo} /> : null}
      <fieldset className="min-w-0">
        <legend className="text-sm font-[520]">{words.fields.languages}</legend>
        <div className="flex flex-wrap gap-x-5">
          {languages.map((language) => (
            <Checkbox
              key={language}
              name="languages"
              value={language}
              label={languageNames[language]}
              defaultChecked={typed.languages.includes(language)}
            />
          ))}
        </div>
        {errorOf('languages') === undefined ? null : <p className="text-sm text-bot">{errorOf('languages')}</p>}
      </fieldset>
    </>
  )
}

function Access({ typed, errorOf, hasPassword }: PartProps & { hasPassword: boolean }) {
  const { t } = useTranslation()
  const words = t(($) => $.statusPages, { returnObjects: true })
  const optional = t(($) => $.settings.optional)
  return (
    <>
      <TextField
        id="password"
        name="password"
        type="password"
        label={words.fields.password}
        hint={hasPassword ? words.passwordKept : words.passwordHint}
        aside={optional}
        autoComplete="new-password"
        maxLength={200}
        error={errorOf('password')}
      />
      {hasPassword ? <Checkbox name="noPassword" label={words.noPassword} /> : null}
      <TextAreaField
        id="networks"
        name="networks"
        label={words.fields.networks}
        hint={words.networksHint}
        aside={optional}
        rows={2}
        spellCheck={false}
        defaultValue={typed.networks}
        error={errorOf('networks')}
      />
      <Checkbox name="published" label={words.fields.published} defaultChecked={typed.published} />
    </>
  )
}
