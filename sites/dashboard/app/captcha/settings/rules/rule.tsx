import type { Problem, RuleContent } from '@bollard/contracts'
import { ProblemAlert, textOf, useIsSending } from '@bollard/site-kit'
import { act, apiOf, load, requireId } from '@bollard/site-kit/server'
import { Alert, Button, Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link, redirect } from 'react-router'
import { Fold } from '../../../forms/fold.tsx'
import { useSolution } from '../../../solution/use-solution.ts'
import { WhatIfAnswer } from '../../what-if/what-if-answer.tsx'
import { WhatIfDays } from '../../what-if/what-if-days.tsx'
import { CaptchaSettingsPage } from '../captcha-settings-page.tsx'
import { heldSection, saveChanges, type SettingsAnswer } from '../../../sections/save-section.server.ts'
import { loadSettings } from '../load-settings.server.ts'
import { SettingsSection } from '../../../sections/settings-section.tsx'
import { readValues } from '../../../sections/setting-values.ts'
import { useSections } from '../../../sections/use-sections.ts'
import type { Route } from './+types/rule.ts'
import { tryRule } from './change-rules.server.ts'
import { loadCountries } from './load-countries.server.ts'
import { contentOf, formRuleNames, ruleNames, valuesOfRule } from './read-rule.ts'
import { RuleFields } from './rule-fields.tsx'
import { useRuleLabels } from './rule-new.tsx'
import { useRuleWords } from './use-rule-words.ts'

/** What is typed of one rule is no business of another's form. */
const sectionOf = (ruleId: string) => `rule-${ruleId}`

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const ruleId = requireId(context, request, params.ruleId)
  const [{ admins }, rule, countries, held] = await Promise.all([
    loadSettings(context, request, solutionId),
    load(context, request, apiOf(context, request).getRule({ solutionId, ruleId })),
    loadCountries(context, request, { solutionId, language: params.language }),
    heldSection({ context, request }, solutionId, [sectionOf(ruleId)]),
  ])
  return { admins, rule, countries, held }
}

interface Deletion {
  problem: Problem | null
  tried: SettingsAnswer['tried']
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const ruleId = requireId(context, request, params.ruleId)
  const sender = { request, context, solutionId }
  const api = apiOf(context, request)
  const form = await request.formData()
  const wanted = textOf(form, 'do')
  const section = sectionOf(ruleId)
  const answer = (settings: Omit<SettingsAnswer, 'section'> | null, deletion: Deletion | null) =>
    data(
      { settings: settings === null ? null : ({ section, ...settings } satisfies SettingsAnswer), deletion },
      { status: settings?.problem?.status ?? deletion?.problem?.status ?? (settings?.conflict ? 409 : 200) },
    )
  if (wanted === 'delete') {
    const deleted = await act(sender, api.deleteRule({ solutionId, ruleId }))
    if (!deleted.ok) return answer(null, { problem: deleted.problem, tried: null })
    return redirect(`/${params.language}/solutions/${solutionId}/captcha/settings/rules?deleted`)
  }
  if (wanted === 'try-delete') {
    const { result, problem } = await tryRule(sender, form, { id: ruleId, content: null })
    return answer(null, { problem, tried: result })
  }
  const read = () => load(context, request, api.getRule({ solutionId, ruleId }))
  const rule = await read()
  const names = rule.form === null ? ruleNames : formRuleNames
  if (wanted === 'try') {
    const typed = readValues(form, names)
    const { result, problem } = await tryRule(sender, form, {
      id: ruleId,
      content: { ...contentOf(rule), ...(typed as unknown as Omit<RuleContent, 'priority'>) },
    })
    return answer({ did: 'try', problem, conflict: null, typed, tried: result }, null)
  }
  const saved = await saveChanges({ ...sender, ownerId: sender.solutionId }, form, names, {
    read,
    valuesOf: (whole) => valuesOfRule(whole, names),
    write: (whole, changes) =>
      api.updateRule({
        solutionId,
        ruleId,
        ruleDto: { ...contentOf(whole), ...(changes as Partial<RuleContent>), version: whole.version },
      }),
  })
  return answer(saved, null)
}

export default function Rule({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const words = useRuleWords()
  const labels = useRuleLabels()
  const { base } = useSolution()
  const { admins, rule, countries, held } = loaderData
  const names = rule.form === null ? ruleNames : formRuleNames
  const settings = actionData?.settings ?? undefined
  return (
    <CaptchaSettingsPage tab="rules" title={rule.name} admins={admins} answer={settings} held={held}>
      {rule.form === null ? null : (
        <Alert kind="info">
          {t(($) => $.rules.ofForm[rule.form ?? 'GEOBLOCKING'])}{' '}
          <Link
            to={`${base}/captcha/settings/rules#${rule.form === 'GEOBLOCKING' ? 'countries' : 'networks'}`}
            className="text-link"
          >
            {t(($) => $.rules.toForm)}
          </Link>
        </Alert>
      )}
      <SettingsSection
        name={sectionOf(rule.id)}
        title={t(($) => $.rules.one)}
        about={words.sentence(rule)}
        labels={Object.fromEntries(names.map((name) => [name, labels[name]]))}
        saved={valuesOfRule(rule, names)}
        canBeTried
      >
        {(form) => (
          <RuleFields
            form={form}
            problem={settings?.problem ?? null}
            sent={settings?.typed ?? null}
            countries={countries}
            isOfForm={rule.form !== null}
          />
        )}
      </SettingsSection>
      <DeleteCard name={rule.name} answer={actionData?.deletion ?? null} />
    </CaptchaSettingsPage>
  )
}

function DeleteCard({ name, answer }: { name: string; answer: Deletion | null }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  if (!useSections().mayChange) return null
  return (
    <Card className="grid gap-3 sm:p-6">
      <CardHeader className="!mb-0" title={t(($) => $.rules.delete)} />
      <ProblemAlert problem={answer?.problem ?? null} words={{ 'solution-locked': t(($) => $.settings.locked) }} />
      <Fold label={t(($) => $.rules.delete)} isOpen={answer !== null}>
        <Form method="post" preventScrollReset className="grid w-full min-w-0 gap-3">
          <p className="max-w-[44rem]">{t(($) => $.rules.deleteAbout)}</p>
          {answer?.tried ? <WhatIfAnswer result={answer.tried} isStale={false} /> : null}
          <div className="flex flex-wrap items-center gap-2.5">
            <Button
              type="submit"
              name="do"
              value="delete"
              variant="danger"
              size="dense"
              aria-disabled={isSending}
              className="!h-auto min-h-[2.125rem] py-2 !leading-tight !whitespace-normal [overflow-wrap:anywhere]"
            >
              {t(($) => $.rules.deleteNow, { name })}
            </Button>
            <Button type="submit" name="do" value="try-delete" size="dense" aria-disabled={isSending}>
              {t(($) => $.whatIf.ask)}
            </Button>
            <WhatIfDays />
          </div>
        </Form>
      </Fold>
    </Card>
  )
}
