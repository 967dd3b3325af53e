import type { ApiKey } from '@bollard/contracts'
import { ProblemAlert, textOf, useIsSending } from '@bollard/site-kit'
import { act, apiOf, load, requireId } from '@bollard/site-kit/server'
import { Button, Card, CardHeader, CopyField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, redirect } from 'react-router'
import { answerProblem } from '../../../billing/answer-problem.server.ts'
import { ProvenAlert } from '../../../billing/proven-alert.tsx'
import { Fold } from '../../../forms/fold.tsx'
import { useCopyTexts } from '../../../words/use-copy-texts.ts'
import { CaptchaSettingsPage } from '../captcha-settings-page.tsx'
import { heldSection, saveChanges, type SettingsAnswer } from '../../../sections/save-section.server.ts'
import { loadSettings } from '../load-settings.server.ts'
import { SwitchSetting } from '../../../sections/setting-controls.tsx'
import { SettingsSection } from '../../../sections/settings-section.tsx'
import { useSections } from '../../../sections/use-sections.ts'
import type { Route } from './+types/environment.ts'
import { changeKeys } from './change-keys.server.ts'
import { DomainsField } from './domains-field.tsx'
import { SecretKeysCard } from './secret-keys-card.tsx'

const names = ['name', 'domains', 'active'] as const
/** What is typed of one environment is no business of another's form. */
const sectionOf = (environmentId: string) => `environment-${environmentId}`

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const environmentId = requireId(context, request, params.environmentId)
  const api = apiOf(context, request)
  const [{ admins, limits }, { items }, keys, held] = await Promise.all([
    loadSettings(context, request, solutionId),
    load(context, request, api.listEnvironments({ solutionId })),
    load(context, request, api.listApiKeys({ solutionId })),
    heldSection({ context, request }, solutionId, [sectionOf(environmentId)]),
  ])
  const environment = items.find(({ id }) => id === environmentId)
  if (environment === undefined) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  const active = keys.items.filter(({ state }) => state === 'ACTIVE')
  return {
    admins,
    held,
    environment,
    isLast: items.length === 1,
    keys: keys.items.filter((key) => isOf(key, environmentId)),
    room:
      limits === null || limits.apiKeys === null
        ? null
        : { max: limits.apiKeys, used: active.filter(({ replacedBy }) => replacedBy === null).length },
    intent: crypto.randomUUID(),
  }
}

/** Keys that verify tokens of an environment: its own, and those for all. */
function isOf({ environmentId, scopes }: ApiKey, id: string): boolean {
  return scopes.includes('verify') && (environmentId === null || environmentId === id)
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const environmentId = requireId(context, request, params.environmentId)
  const sender = { request, context, solutionId, environmentId }
  const api = apiOf(context, request)
  const form = await request.formData()
  const nothing = { settings: null, keys: null, archive: null }
  if (textOf(form, 'do') === 'archive') {
    const answer = await act(sender, api.archiveEnvironment({ solutionId, environmentId }))
    if (answer.ok) throw redirect(`/${params.language}/solutions/${solutionId}/captcha/settings/environments?archived`)
    return data({ ...nothing, archive: answer.problem }, { status: answer.problem.status })
  }
  const keys = await changeKeys(sender, form)
  if (keys !== null)
    return keys.problem
      ? answerProblem(context, request, keys.problem, { ...nothing, keys })
      : data({ ...nothing, keys }, { status: keys.secretKey === null ? 200 : 201 })
  const section = sectionOf(environmentId)
  const saved = await saveChanges({ ...sender, ownerId: sender.solutionId }, form, names, {
    async read() {
      const { items } = await load(context, request, api.listEnvironments({ solutionId }))
      const found = items.find(({ id }) => id === environmentId)
      if (found === undefined) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
      return found
    },
    valuesOf: ({ name, domains, active }) => ({ name, domains, active }),
    write: ({ name, domains, active, version }, changes) =>
      api.updateEnvironment({
        solutionId,
        environmentId,
        environmentDto: { name, domains, active, ...changes, version },
      }),
  })
  const settings: SettingsAnswer = { section, ...saved }
  return data({ ...nothing, settings }, { status: settings.problem?.status ?? (settings.conflict ? 409 : 200) })
}

export default function Environment({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const copyTexts = useCopyTexts()
  const { admins, held, environment, isLast, keys, room, intent } = loaderData
  const { id, name, siteKey, domains, active } = environment
  const settings = actionData?.settings ?? undefined
  return (
    <CaptchaSettingsPage tab="environments" title={name} admins={admins} answer={settings} held={held}>
      <ProvenAlert />
      <SettingsSection
        name={sectionOf(id)}
        title={t(($) => $.captchaSettings.environments.section)}
        labels={{
          name: t(($) => $.captchaSettings.environments.name),
          domains: t(($) => $.create.domains),
          active: t(($) => $.captchaSettings.environments.activeLabel),
        }}
        saved={{ name, domains, active }}
      >
        {(form) => (
          <>
            <TextField
              id="name"
              name="name"
              label={t(($) => $.captchaSettings.environments.name)}
              error={form.errorOf('name')}
              required
              maxLength={40}
              autoComplete="off"
              className="max-w-[34rem]"
              defaultValue={String(form.shown['name'])}
            />
            <DomainsField
              shown={listOf(form.shown['domains'])}
              sent={listOf(settings?.typed?.['domains'])}
              problem={form.errorOf('domains') === undefined ? null : (settings?.problem ?? null)}
            />
            <SwitchSetting
              form={form}
              name="active"
              label={t(($) => $.captchaSettings.environments.activeLabel)}
              about={t(($) => $.captchaSettings.environments.activeAbout)}
            />
            <CopyField
              label={t(($) => $.overview.keys.siteKey)}
              value={siteKey}
              texts={copyTexts}
              hint={t(($) => $.overview.keys.siteKeyHint)}
              className="max-w-[34rem]"
            />
          </>
        )}
      </SettingsSection>
      <SecretKeysCard keys={keys} room={room} answer={actionData?.keys ?? null} intent={intent} />
      <ArchiveCard name={name} isLast={isLast} problem={actionData?.archive ?? null} />
    </CaptchaSettingsPage>
  )
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value : []
}

function ArchiveCard({
  name,
  isLast,
  problem,
}: {
  name: string
  isLast: boolean
  problem: Parameters<typeof ProblemAlert>[0]['problem']
}) {
  const { t } = useTranslation()
  const { mayChange } = useSections()
  const isSending = useIsSending()
  if (!mayChange) return null
  return (
    <Card className="grid justify-items-start gap-3 sm:p-6">
      <CardHeader className="!mb-0" title={t(($) => $.captchaSettings.archive.title)} />
      <ProblemAlert problem={problem} words={{ 'last-environment': t(($) => $.captchaSettings.archive.last) }} />
      {isLast ? (
        <>
          <p className="text-sm text-ink-2">{t(($) => $.captchaSettings.archive.last)}</p>
          <Button size="dense" disabled>
            {t(($) => $.captchaSettings.archive.title)}
          </Button>
        </>
      ) : (
        <Fold label={t(($) => $.captchaSettings.archive.title)}>
          <Form method="post" className="grid max-w-[44rem] justify-items-start gap-3">
            <p>{t(($) => $.captchaSettings.archive.about)}</p>
            <Button type="submit" name="do" value="archive" variant="danger" size="dense" aria-disabled={isSending}>
              {t(($) => $.captchaSettings.archive.now, { name })}
            </Button>
          </Form>
        </Fold>
      )}
    </Card>
  )
}
