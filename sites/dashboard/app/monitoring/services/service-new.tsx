import { checkKinds } from '@bollard/contracts'
import { ProblemAlert, textOf, useIsSending } from '@bollard/site-kit'
import { act, apiOf, requireId, scopeOf, textsFor } from '@bollard/site-kit/server'
import { Button, ButtonLink, Card, CardHeader, Checkbox } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, Link, redirect } from 'react-router'
import { Page, PageTitle } from '../../frame/page.tsx'
import { MembersOnly } from '../../forms/members-only.tsx'
import { leftToRight } from '../../words/left-to-right.ts'
import { useMonitoring } from '../use-monitoring.ts'
import { AddressForm } from './address-form.tsx'
import { beginFrom, type LookAnswer, lookAt } from './begin-from-address.server.ts'
import { deedOf, loadChoices, type ServiceAnswer, tryTyped } from './change-service.server.ts'
import type { Sender } from './sender.ts'
import { ServiceForm } from './service-form.tsx'
import { TriedResult } from './tried-result.tsx'
import { firstSeconds, kindOf, newService, serviceOf, typedService } from './typed-service.ts'
import type { Route } from './+types/service-new.ts'

/** Without a kind in the address of the page one is chosen, or the address of a site is pasted. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const kind = kindOf(new URL(request.url).searchParams.get('kind')) ?? null
  return {
    kind,
    choices: await loadChoices({ context, request, solutionId }, kind),
    intent: crypto.randomUUID(),
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const sender = { context, request, solutionId: requireId(context, request, params.solutionId) }
  const form = await request.formData()
  const home = `/${params.language}/solutions/${sender.solutionId}/monitoring`
  const did = deedOf(form)
  const intent = textOf(form, 'intent') || crypto.randomUUID()
  if (did === 'look') return answered({ look: await lookAt(sender, textOf(form, 'address'), intent) })
  if (did === 'begin') {
    const { t } = textsFor('dashboard', scopeOf(context, request).language)
    const look = await beginFrom(sender, form, {
      intent,
      names: (host) => [
        t(($) => $.monitoring.paste.certificateOf, { host }),
        t(($) => $.monitoring.paste.domainOf, { host }),
      ],
    })
    if (look === null) throw redirect(`${home}/overview`)
    return answered({ look })
  }
  const kind = kindOf(textOf(form, 'kind'))
  if (kind === undefined) throw data({ code: 'not-found', requestId: '' }, { status: 404 })
  const typed = typedService(kind, form)
  if (did === 'try') return answered({ form: await tryTyped(sender, typed, null) })
  const created = await create(sender, typed, intent)
  if (created.ok) throw redirect(`${home}/services/${created.value.id}`)
  const refused: ServiceAnswer = { did: 'save', problem: created.problem, typed, tried: null }
  return answered({ form: refused, intent })
}

function create(sender: Sender, typed: ReturnType<typeof typedService>, idempotencyKey: string) {
  const { context, request, solutionId } = sender
  const call = apiOf(context, request).createMonitoredService(
    { solutionId, monitoredServiceNewDto: serviceOf(typed) },
    { idempotencyKey },
  )
  return act(sender, call)
}

interface Answer {
  look?: LookAnswer
  form?: ServiceAnswer
  intent?: string
}
const answered = (answer: Answer) =>
  data(answer, {
    status: (answer.look?.problem ?? answer.form?.problem)?.status ?? (answer.look?.isNoAddress ? 422 : 200),
  })

export default function ServiceNew({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { base, crumb, mayChange } = useMonitoring()
  const { choices, intent } = loaderData
  const form = actionData?.form ?? null
  const look = actionData?.look ?? null
  const kind = form?.typed?.kind ?? (look === null ? loaderData.kind : null)
  const title = t(($) => $.monitoring.new.title)
  const crumbs = [crumb, { label: t(($) => $.monitoring.services.title), to: `${base}/services` }]
  return (
    <Page title={title} crumbs={crumbs}>
      <PageTitle
        title={kind === null ? title : t(($) => $.monitoring.kinds[kind].name)}
        subtitle={kind === null ? t(($) => $.monitoring.new.about) : t(($) => $.monitoring.kinds[kind].about)}
      />
      <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
        {kind === null ? (
          <>
            <MembersOnly />
            {mayChange ? (
              <Card className="sm:p-6">
                <AddressForm
                  key={look?.address}
                  address={look?.address ?? ''}
                  isNoAddress={look?.isNoAddress ?? false}
                  problem={look?.offer === null ? look.problem : null}
                />
              </Card>
            ) : null}
            {look?.offer ? <Offer look={look} offer={look.offer} /> : null}
            {look?.offer || !mayChange ? null : <Kinds base={base} />}
          </>
        ) : (
          <ServiceForm
            key={kind}
            typed={newService(kind, { intervalSeconds: firstSeconds(kind, choices.shortestSeconds) })}
            answer={form}
            choices={choices}
            intent={actionData?.intent ?? intent}
          />
        )}
      </div>
    </Page>
  )
}

/** What was found at the address, and what watches it from now on. */
function Offer({ look, offer }: { look: LookAnswer; offer: NonNullable<LookAnswer['offer']> }) {
  const { t } = useTranslation()
  const { mayChange } = useMonitoring()
  const isSending = useIsSending()
  return (
    <>
      {look.tried ? <TriedResult tried={look.tried} /> : null}
      <Card className="sm:p-6">
        <CardHeader title={t(($) => $.monitoring.paste.offer)} />
        <Form method="post" className="grid gap-3">
          <ProblemAlert problem={look.problem} words={{ 'quota-exceeded': t(($) => $.monitoring.form.quota) }} />
          <input type="hidden" name="address" value={look.address} />
          <input type="hidden" name="intent" value={look.intent} />
          <p className="text-sm [overflow-wrap:anywhere]">
            {t(($) => $.monitoring.paste.page, {
              count: Math.round(offer.seconds / 60),
              url: leftToRight(offer.url),
            })}
          </p>
          {offer.hasCertificate ? (
            <Checkbox
              name="certificate"
              defaultChecked={offer.room > 1}
              label={t(($) => $.monitoring.paste.certificate)}
            />
          ) : null}
          {offer.hasDomain ? (
            <Checkbox name="domain" defaultChecked={offer.room > 2} label={t(($) => $.monitoring.paste.domain)} />
          ) : null}
          {offer.hasStatusPage ? (
            <Checkbox name="statusPage" defaultChecked label={t(($) => $.monitoring.paste.statusPage)} />
          ) : null}
          <Button
            type="submit"
            name="do"
            value="begin"
            variant="primary"
            className="justify-self-start"
            aria-disabled={isSending || !mayChange}
          >
            {t(($) => $.monitoring.paste.begin)}
          </Button>
        </Form>
      </Card>
    </>
  )
}

function Kinds({ base }: { base: string }) {
  const { t } = useTranslation()
  return (
    <Card className="sm:p-6">
      <CardHeader title={t(($) => $.monitoring.new.kinds)} />
      <ul className="grid gap-3 sm:grid-cols-2">
        {checkKinds.map((kind) => (
          <li key={kind} className="grid min-w-0 content-start gap-1.5">
            <ButtonLink asChild size="dense" className="justify-self-start">
              <Link to={`${base}/services/new?kind=${kind}`}>{t(($) => $.monitoring.kinds[kind].name)}</Link>
            </ButtonLink>
            <p className="text-sm text-ink-2">{t(($) => $.monitoring.kinds[kind].about)}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
