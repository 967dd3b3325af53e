import { partModes, programAnswers, programPurposes } from '@bollard/contracts'
import { ProblemAlert, type ShownProblem, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { act, apiOf, load, requireId } from '@bollard/site-kit/server'
import { Button, Card, CardHeader, SelectField, TextAreaField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form } from 'react-router'
import { DoneToast } from '../../forms/done-toast.tsx'
import { NeedsRole } from '../../frame/needs-role.tsx'
import { Page, PageTitle } from '../../frame/page.tsx'
import { typedValues, type TypedValues } from '../typed-values.ts'
import { useProtection } from '../use-protection.ts'
import { SeenAddresses } from './seen-addresses.tsx'
import { settingsOf, shownSettings } from './typed-settings.ts'
import type { Route } from './+types/settings.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const [settings, seen] = await Promise.all([
    load(context, request, api.getProtectionSettings({ solutionId })),
    load(context, request, api.listSeenAddresses({ solutionId })),
  ])
  return { settings, seen: seen.items }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const typed = typedValues(await request.formData())
  const answer = await act(
    { context, request },
    apiOf(context, request).updateProtectionSettings({ solutionId, protectionSettingsDto: settingsOf(typed) }),
  )
  if (!answer.ok) return data({ problem: answer.problem, typed, stamp: '' }, { status: answer.problem.status })
  return data({ problem: null, typed: null, stamp: crypto.randomUUID() })
}

export default function ProtectionSettingsPage({ loaderData: { settings, seen }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { crumb, solution, mayConfigure } = useProtection()
  const words = t(($) => $.protection.settings, { returnObjects: true })
  return (
    <Page title={words.title} crumbs={[crumb]}>
      <PageTitle title={words.title} subtitle={words.about} />
      {actionData?.stamp ? <DoneToast key={actionData.stamp}>{t(($) => $.protection.saved)}</DoneToast> : null}
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        {mayConfigure || solution.myRole === 'ADMIN' ? null : <NeedsRole needed="ADMIN" solution={solution} />}
        <SettingsForm
          key={`${settings.version}`}
          typed={actionData?.typed ?? shownSettings(settings)}
          problem={actionData?.problem ?? null}
        />
        <SeenAddresses seen={seen} />
      </div>
    </Page>
  )
}

function SettingsForm({ typed, problem }: { typed: TypedValues; problem: ShownProblem | null }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const { mayConfigure } = useProtection()
  const { errorOf, formProps } = useFieldErrors(problem)
  const words = t(($) => $.protection.settings, { returnObjects: true })
  const answers = t(($) => $.protection.conclusions, { returnObjects: true })
  const field = (name: string) => ({
    id: name,
    name,
    autoComplete: 'off',
    defaultValue: typed[name] ?? '',
    error: errorOf(name),
  })
  const choices = programAnswers.map((answer) => (
    <option key={answer} value={answer}>
      {answers[answer]}
    </option>
  ))
  return (
    <Form method="post" preventScrollReset {...formProps}>
      <fieldset disabled={!mayConfigure} className="grid min-w-0 gap-4">
        <input type="hidden" name="version" value={typed['version'] ?? ''} />
        <ProblemAlert problem={problem} />
        <Card className="grid gap-5 sm:p-6">
          <CardHeader title={words.proxies} className="!mb-0" />
          <TextAreaField
            label={words.trustedProxies}
            hint={words.trustedHint}
            rows={3}
            spellCheck={false}
            {...field('trustedProxies')}
          />
        </Card>
        <Card className="grid gap-5 sm:p-6">
          <CardHeader title={words.programs} className="!mb-0" />
          <p className="max-w-[44rem] text-sm text-ink-2">{words.programsAbout}</p>
          <SelectField label={words.programsMode} {...field('programsMode')}>
            {partModes.map((mode) => (
              <option key={mode} value={mode}>
                {t(($) => $.protection.stages[mode])}
              </option>
            ))}
          </SelectField>
          <div className="grid gap-5 sm:grid-cols-2">
            {programPurposes.map((purpose) => (
              <SelectField key={purpose} label={words.purposes[purpose]} {...field(`programs/${purpose}`)}>
                {choices}
              </SelectField>
            ))}
            <SelectField label={words.spoofed} hint={words.spoofedHint} {...field('spoofed')}>
              {choices}
            </SelectField>
          </div>
        </Card>
        <Card className="grid gap-5 sm:p-6">
          <CardHeader title={words.measures} className="!mb-0" />
          <TextField label={words.control} hint={words.controlHint} inputMode="decimal" {...field('controlPercent')} />
        </Card>
        <Card className="grid gap-5 sm:p-6">
          <CardHeader title={words.kept} className="!mb-0" />
          <TextField label={words.days} hint={words.daysHint} inputMode="numeric" {...field('decisionDays')} />
          <TextField label={words.sampled} hint={words.sampledHint} inputMode="numeric" {...field('sampledPercent')} />
        </Card>
        {mayConfigure ? (
          <Button type="submit" variant="primary" className="justify-self-start" aria-disabled={isSending}>
            {t(($) => $.settings.save)}
          </Button>
        ) : null}
      </fieldset>
    </Form>
  )
}
