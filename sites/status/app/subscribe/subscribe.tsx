import { type Problem, type SubscriberChannel, subscriberChannels } from '@bollard/contracts'
import { locales } from '@bollard/i18n'
import { ModuleScript, ProblemAlert, textOf, useFieldErrors, useSite } from '@bollard/site-kit'
import { attempt, notFound } from '@bollard/site-kit/server'
import { Button, SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, redirect, useSearchParams } from 'react-router'
import { publicApi, slugOf } from '../kept/status-pages.server.ts'
import { loadStatusPage } from '../kept/load-status-page.server.ts'
import { allowSending, showWidget } from '../answer/answer-headers.server.ts'
import type { Route } from './+types/subscribe.ts'
import { ComponentChoice, type Choosable } from './component-choice.tsx'

interface Shown {
  readonly name: string
  readonly components: readonly Choosable[]
  readonly isOpen: boolean
  readonly siteKey: string | null
  /** On the page's own host: where its form is, and the pass that opens the page there. */
  readonly handOver: { readonly to: string; readonly pass: string } | null
}
interface Refused {
  readonly problem: Problem
  readonly typed: { readonly channel: string; readonly destination: string; readonly componentIds: readonly string[] }
}

/**
 * The captcha works on hosts of the installation only, so the form of a page with its own host is at the installation's, where the page is
 * named by that host. A visitor who has given the password takes the pass along.
 */
async function loadForm(args: Route.LoaderArgs) {
  const loaded = await loadStatusPage(args)
  const { scope, address, pass } = loaded.asker
  if (scope.homeOrigin === undefined) return { ...loaded, handOver: null }
  const { search } = new URL(args.request.url)
  if (pass === null) throw redirect(`${scope.homeOrigin}/${address}/subscribe${search}`, 303)
  return { ...loaded, handOver: { to: `${scope.homeOrigin}/${address}/pass${search}`, pass } }
}

export async function loader(args: Route.LoaderArgs) {
  const { page, asker, handOver } = await loadForm(args)
  const { subscribing, groups } = page.content
  if (handOver !== null) allowSending(args.context, new URL(handOver.to).origin)
  // The page's form is the only one with something that runs.
  else if (subscribing.open && subscribing.siteKey !== null) showWidget(asker.scope)
  const components = groups.flatMap((group) => group.components.map(({ id, name }) => ({ id, name })))
  const shown: Shown = { name: page.name, components, isOpen: subscribing.open, siteKey: subscribing.siteKey, handOver }
  return data(shown, { headers: { 'cache-control': 'no-store' } })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export async function action(args: Route.ActionArgs) {
  const { here, asker } = await loadForm(args)
  const slug = (await slugOf(asker)) ?? notFound(args)
  const { scope, pass } = asker
  const form = await args.request.formData()
  const typed: Refused['typed'] = {
    channel: textOf(form, 'channel'),
    destination: textOf(form, 'destination').trim(),
    componentIds: form.getAll('component').filter((one) => typeof one === 'string'),
  }
  const captchaToken = textOf(form, 'bollard-response')
  const statusSubscriptionNewDto = {
    // The service refuses a channel that is none.
    channel: typed.channel as SubscriberChannel,
    destination: typed.destination,
    componentIds: [...typed.componentIds],
    language: scope.language,
    ...(captchaToken === '' ? {} : { captchaToken }),
    ...(pass === null ? {} : { pass }),
  }
  const answer = await attempt(publicApi(scope).subscribeToStatusPage({ slug, statusSubscriptionNewDto }))
  const language = new URL(args.request.url).searchParams.get('lang')
  const query = new URLSearchParams({ ...(language === null ? {} : { lang: language }), sent: '' })
  if (answer.ok) return redirect(`${here}/subscribe?${query}`, 303)
  return data<Refused>({ problem: answer.problem, typed }, { status: answer.problem.status })
}

/** Where to be told of what changes; nothing is sent before the address was confirmed. */
export default function Subscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { name, isOpen } = loaderData
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const isSent = search.has('sent') && !actionData
  if (loaderData.handOver !== null) return <HandOver {...loaderData.handOver} name={name} />
  return (
    <section className="grid max-w-[34rem] gap-5">
      <title>{`${t(($) => $.subscribe.title)}: ${name}`}</title>
      <h1 className="text-xl">{t(($) => $.subscribe[isSent ? 'sent' : 'title'])}</h1>
      <p className="text-ink-2">{t(($) => $.subscribe[isSent ? 'sentText' : isOpen ? 'text' : 'closed'])}</p>
      {isSent || !isOpen ? null : <SubscribeForm shown={loaderData} refused={actionData ?? null} />}
    </section>
  )
}

/** The way to the form, for a visitor who has given the password here. */
function HandOver({ to, pass, name }: NonNullable<Shown['handOver']> & { name: string }) {
  const { t } = useTranslation()
  const { host } = new URL(to)
  return (
    <form method="post" action={to} className="grid max-w-[34rem] gap-5">
      <title>{`${t(($) => $.subscribe.title)}: ${name}`}</title>
      <h1 className="text-xl [overflow-wrap:anywhere]">{t(($) => $.handOver.title, { host })}</h1>
      <p className="text-ink-2 [overflow-wrap:anywhere]">{t(($) => $.handOver.text, { host })}</p>
      <input type="hidden" name="pass" value={pass} />
      <Button type="submit" variant="primary" className="justify-self-start">
        {t(($) => $.handOver.send)}
      </Button>
    </form>
  )
}

function SubscribeForm({ shown, refused }: { shown: Shown; refused: Refused | null }) {
  const { t } = useTranslation()
  const { language, urls } = useSite()
  const { errorOf } = useFieldErrors(refused?.problem ?? null)
  const words = t(($) => $.subscribe, { returnObjects: true })
  return (
    <form method="post" className="grid gap-5">
      <ProblemAlert problem={refused?.problem} errorOf={errorOf} />
      <SelectField
        name="channel"
        label={words.channel}
        error={errorOf('channel')}
        defaultValue={refused?.typed.channel ?? 'EMAIL'}
      >
        {subscriberChannels.map((channel) => (
          <option key={channel} value={channel}>
            {t(($) => $.subscribe.channels[channel])}
          </option>
        ))}
      </SelectField>
      <TextField
        name="destination"
        label={words.destination}
        hint={words.destinationHint}
        error={errorOf('destination')}
        autoComplete="email"
        required
        maxLength={1000}
        defaultValue={refused?.typed.destination ?? ''}
      />
      <ComponentChoice components={shown.components} chosen={refused?.typed.componentIds ?? []} />
      {shown.siteKey === null ? null : (
        <>
          <ModuleScript src={`${urls.api}/widget.js`} />
          <bollard-captcha
            sitekey={shown.siteKey}
            api-url={urls.api}
            language={locales[language]}
            full-width=""
            class="block min-h-[62px]"
          />
          <noscript>
            <p className="text-sm text-ink-2">{words.noScript}</p>
          </noscript>
        </>
      )}
      <Button type="submit" variant="primary" className="justify-self-start">
        {words.send}
      </Button>
    </form>
  )
}
