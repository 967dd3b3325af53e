import { textOf } from '@bollard/site-kit'
import { act, apiOf, findUser, load, requireId, scopeOf } from '@bollard/site-kit/server'
import { Button, ButtonLink, Card, CardHeader, CopyField, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Link, useSearchParams } from 'react-router'
import { parseDomains } from '../../../creation/parse-domains.ts'
import { DoneToast } from '../../../forms/done-toast.tsx'
import { dropForm, heldForm, holdForm } from '../../../forms/held-form.server.ts'
import { DomainList } from '../../../solution/domain-list.tsx'
import { useSolution } from '../../../solution/use-solution.ts'
import { useCopyTexts } from '../../../words/use-copy-texts.ts'
import { CaptchaSettingsPage } from '../captcha-settings-page.tsx'
import { loadSettings } from '../load-settings.server.ts'
import { useSections } from '../../../sections/use-sections.ts'
import type { Route } from './+types/environments.ts'
import { EnvironmentNew } from './environment-new.tsx'
import { NewKey } from './new-key.tsx'

/** The form of another environment where it is held while somebody signs in again. */
const environmentOf = (solutionId: string) => `environment of ${solutionId}`

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const [{ admins, features, planWith, limits }, { items }] = await Promise.all([
    loadSettings(context, request, solutionId),
    load(context, request, apiOf(context, request).listEnvironments({ solutionId })),
  ])
  const scope = scopeOf(context, request)
  const by = (await findUser(context, request))?.id ?? ''
  const isBack = new URL(request.url).searchParams.has('back')
  const held = isBack ? heldForm(scope, request, { of: environmentOf(solutionId), by }) : null
  return {
    held: held === null ? null : { name: held['name'] ?? '', domains: held['domains'] ?? '' },
    admins,
    features,
    planWith,
    environmentsMax: limits?.environments ?? null,
    environments: items,
    intent: crypto.randomUUID(),
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const form = await request.formData()
  const typed = { name: textOf(form, 'name'), domains: textOf(form, 'domains') }
  const sent = parseDomains(typed.domains)
  const answer = await act(
    { request, context },
    apiOf(context, request).createEnvironment(
      { solutionId, environmentNewDto: { name: typed.name.trim(), domains: sent } },
      { idempotencyKey: textOf(form, 'intent') },
    ),
    '?back',
    (scope) => holdForm(scope, { of: environmentOf(solutionId), by: textOf(form, 'by') }, typed),
  )
  if (!answer.ok)
    return data({ problem: answer.problem, typed, sent, created: null }, { status: answer.problem.status })
  dropForm(scopeOf(context, request), request)
  const { id, name, siteKey, secretKey } = answer.value
  return data({ problem: null, typed: null, sent: [], created: { id, name, siteKey, secretKey } }, { status: 201 })
}

export default function Environments({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const { admins, environments, environmentsMax, intent, held } = loaderData
  const created = actionData?.created ?? null
  return (
    <CaptchaSettingsPage tab="environments" admins={admins}>
      {search.has('archived') && !actionData ? (
        <DoneToast>{t(($) => $.captchaSettings.environments.archived)}</DoneToast>
      ) : null}
      {created ? (
        <Card className="grid gap-4 sm:p-6">
          <CardHeader
            className="!mb-0"
            title={t(($) => $.captchaSettings.environments.created, { name: created.name })}
          />
          <NewKey secretKey={created.secretKey} siteKey={created.siteKey} />
        </Card>
      ) : null}
      <EnvironmentList environments={environments} />
      <NewEnvironment
        // Empty again once one was created.
        key={created?.id ?? 'new'}
        isFull={environmentsMax !== null && environments.length >= environmentsMax}
        max={environmentsMax}
        intent={intent}
        answer={actionData?.problem ? actionData : held && !created ? { problem: null, typed: held, sent: [] } : null}
      />
    </CaptchaSettingsPage>
  )
}

function EnvironmentList({ environments }: { environments: Route.ComponentProps['loaderData']['environments'] }) {
  const { t } = useTranslation()
  const copyTexts = useCopyTexts()
  const { base } = useSolution()
  return (
    <ul className="grid gap-4">
      {environments.map(({ id, name, siteKey, domains, active }) => (
        <li key={id}>
          <Card className="grid gap-4 sm:p-6">
            <CardHeader className="!mb-0" title={name}>
              <Pill meaning={active ? 'human' : 'doubt'} mark>
                {active
                  ? t(($) => $.captchaSettings.environments.active)
                  : t(($) => $.captchaSettings.environments.paused)}
              </Pill>
              <ButtonLink asChild size="dense">
                <Link
                  to={`${base}/captcha/settings/environments/${id}`}
                  aria-label={t(($) => $.captchaSettings.environments.openNamed, { name })}
                >
                  {t(($) => $.captchaSettings.environments.open)}
                </Link>
              </ButtonLink>
            </CardHeader>
            <CopyField
              label={t(($) => $.overview.keys.siteKey)}
              value={siteKey}
              texts={copyTexts}
              className="max-w-[34rem]"
            />
            <DomainList domains={domains} label={t(($) => $.create.domains)} />
          </Card>
        </li>
      ))}
    </ul>
  )
}

function NewEnvironment({
  isFull,
  max,
  ...form
}: { isFull: boolean; max: number | null } & Parameters<typeof EnvironmentNew>[0]) {
  const { t } = useTranslation()
  const { mayChange } = useSections()
  const { base } = useSolution()
  if (!mayChange) return null
  if (!isFull) return <EnvironmentNew {...form} />
  return (
    <Card className="grid justify-items-start gap-3 sm:p-6">
      <p className="text-sm">{t(($) => $.captchaSettings.environments.full, { count: max ?? 0 })}</p>
      <Button size="dense" disabled>
        {t(($) => $.captchaSettings.environments.add)}
      </Button>
      <Link to={`${base}/settings/billing/plan`} className="text-link text-sm">
        {t(($) => $.captchaSettings.plan.compare)}
      </Link>
    </Card>
  )
}
