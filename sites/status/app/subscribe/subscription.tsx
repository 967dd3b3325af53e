import type { Problem, Subscription } from '@bollard/contracts'
import { ProblemAlert, useSite } from '@bollard/site-kit'
import { attempt, notFound, type RequestScope, scopeOf } from '@bollard/site-kit/server'
import { Button } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data } from 'react-router'
import { orNull, publicApi } from '../kept/status-pages.server.ts'
import { orAway } from '../answer/or-away.server.ts'
import type { Route } from './+types/subscription.ts'
import { languageOf } from '../answer/language-of.server.ts'
import { ComponentChoice } from './component-choice.tsx'

/** What has just been done; null where the page only shows. */
type Done = 'confirmed' | 'changed' | 'ended'
interface Shown {
  readonly subscription: Subscription | null
}
interface Outcome {
  readonly done: Done | null
  readonly problem: Problem | null
}

export async function loader(args: Route.LoaderArgs): Promise<Shown> {
  return { subscription: await readSubscription(args) }
}

export async function action(args: Route.ActionArgs) {
  const { scope, token } = askerOf(args)
  const form = await args.request.formData()
  const api = publicApi(scope)
  const wanted = form.get('do')
  // Another choice of components leaves the language as it is.
  await readSubscription(args)
  const calls = {
    confirm: { done: 'confirmed', call: () => api.confirmStatusSubscription({ token }) },
    change: {
      done: 'changed',
      call: () =>
        api.changeStatusSubscription({
          token,
          statusSubscriptionDto: {
            componentIds: form.getAll('component').filter((one) => typeof one === 'string'),
            language: scope.language,
          },
        }),
    },
    end: { done: 'ended', call: () => api.endStatusSubscription({ token }) },
  } as const
  const chosen = wanted === 'confirm' || wanted === 'change' || wanted === 'end' ? calls[wanted] : notFound(args)
  const answer = await attempt<unknown>(chosen.call())
  const outcome: Outcome = answer.ok ? { done: chosen.done, problem: null } : { done: null, problem: answer.problem }
  return data(outcome, { status: answer.ok ? 200 : answer.problem.status })
}

interface Args {
  readonly request: Request
  readonly context: Route.LoaderArgs['context']
  readonly params: { readonly token: string }
}

function askerOf({ request, context, params }: Args): { scope: RequestScope; token: string } {
  const scope = scopeOf(context, request)
  scope.language = languageOf(request)
  return { scope, token: params.token }
}

/** Null where the link no longer leads to a subscription. */
async function readSubscription(args: Args): Promise<Subscription | null> {
  const { scope, token } = askerOf(args)
  const found = await orAway(
    scope,
    // A link that has lost letters is refused for its shape.
    orNull(publicApi(scope).readStatusSubscription({ token }), (one) => one, [400, 404, 422]),
  )
  if (found !== null) scope.language = found.language
  return found
}

/**
 * Behind the link of a message: confirm, choose other components, or end it. A press does it, so that a program that
 * looks at links changes nothing.
 */
export default function SubscriptionPage({ loaderData: { subscription }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const done = actionData?.done ?? null
  const heading = done ?? (subscription === null ? 'unknown' : subscription.state === 'PENDING' ? 'pending' : 'active')
  return (
    <main id="content" tabIndex={-1} className="mx-auto grid max-w-[34rem] content-start gap-5 px-5 py-12">
      <title>{t(($) => $.subscription[heading])}</title>
      <meta name="robots" content="noindex" />
      {/* The token leaves for nobody else; with no-referrer, browsers would hide from us where a form comes from. */}
      <meta name="referrer" content="same-origin" />
      <h1 className="text-xl">{t(($) => $.subscription[heading])}</h1>
      <ProblemAlert problem={actionData?.problem} />
      {subscription === null ? (
        <p className="text-ink-2">{t(($) => $.subscription[done === 'ended' ? 'endedText' : 'unknownText'])}</p>
      ) : (
        <Manage subscription={subscription} />
      )}
    </main>
  )
}

function Manage({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation()
  const { urls } = useSite()
  const { page, destination, state, componentIds } = subscription
  const address = page.host === null ? `${urls.status}/${page.slug}` : `https://${page.host}/`
  return (
    <>
      <p className="text-ink-2 [overflow-wrap:anywhere]">
        <a href={address} className="text-link">
          {page.name}
        </a>
        {' → '}
        {destination}
      </p>
      {state === 'ACTIVE' && page.components.length > 1 ? (
        <form method="post" className="grid gap-4">
          <ComponentChoice components={page.components} chosen={componentIds} />
          <Button type="submit" name="do" value="change" className="justify-self-start">
            {t(($) => $.subscription.change)}
          </Button>
        </form>
      ) : null}
      <form method="post" className="flex flex-wrap gap-3">
        {state === 'PENDING' ? (
          <Button type="submit" name="do" value="confirm" variant="primary">
            {t(($) => $.subscription.confirm)}
          </Button>
        ) : null}
        <Button type="submit" name="do" value="end">
          {t(($) => $.subscription.end)}
        </Button>
      </form>
    </>
  )
}
