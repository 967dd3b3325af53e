import type { DemoBookingNew, Problem } from '@bollard/contracts'
import { cookieValue, ProblemAlert, textOf, useFieldErrors, useSite } from '@bollard/site-kit'
import { apiOf, attempt, hiddenCookie, pageAddress, scopeOf } from '@bollard/site-kit/server'
import { Alert, Button, Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, redirect, type RouterContextProvider, useSearchParams } from 'react-router'
import { ContactForm, nothingTyped, type Typed } from '../contact/contact-form.tsx'
import { ContactWays, Sent } from '../contact/contact-ways.tsx'
import { sendEnquiry } from '../contact/send-enquiry.server.ts'
import { SiteCaptcha } from '../shell/site-captcha.tsx'
import { sitePages } from '../site-map/site-pages.ts'
import type { Route } from './+types/book-demo.ts'
import { DetailsForm } from './details-form.tsx'
import { readTimes } from './read-times.server.ts'
import { TimeChoice, type Times } from './time-choice.tsx'

export const handle = { hydrate: false }

/** Keeps the session that holds a time; longer than the hold, for people who are slow with the form. */
const holdCookie = { name: 'demo_hold', seconds: 3600 } as const

/** What was refused, and on which step. */
interface Refused {
  step: 'time' | 'details' | 'enquiry'
  problem: Problem
  typed: Typed
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = sessionOf(request)
  const { searchParams } = pageAddress(request)
  const wantsDetails = searchParams.has('details')
  const [times, hold] = await Promise.all([
    readTimes(context, request),
    wantsDetails && session !== null
      ? attempt(apiOf(context, request).previewDemoHold({ demoHoldPreviewDto: { session } }))
      : null,
  ])
  // Only who chose a time sees it.
  if (wantsDetails) scopeOf(context, request).personal = true
  return { times, hold: hold?.ok ? hold.value : null, hasEnded: wantsDetails && !hold?.ok }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const step = textOf(form, 'step')
  if (step === 'time') return holdTime(context, request, form)
  if (step === 'details') return bookTime(context, request, form)
  const refused = await sendEnquiry(context, request, form)
  if (refused !== null) return refuse({ step: 'enquiry', ...refused })
  return redirect(`${pageAddress(request).pathname}?sent#form`, 303)
}

async function holdTime(context: Readonly<RouterContextProvider>, request: Request, form: FormData) {
  const { site, setCookies } = scopeOf(context, request)
  const captchaToken = textOf(form, 'bollard-response')
  const demoHoldNewDto = {
    startsAt: textOf(form, 'startsAt'),
    session: sessionOf(request),
    ...(captchaToken === '' ? {} : { captchaToken }),
  }
  const answer = await attempt(apiOf(context, request).holdDemoSlot({ demoHoldNewDto }))
  if (!answer.ok) return refuse({ step: 'time', problem: answer.problem, typed: nothingTyped })
  setCookies.push(hiddenCookie(site, holdCookie.name, answer.value.session, holdCookie.seconds))
  const zone = new URLSearchParams({ zone: textOf(form, 'zone') })
  return redirect(`${pageAddress(request).pathname}?details&${zone}#form`, 303)
}

async function bookTime(context: Readonly<RouterContextProvider>, request: Request, form: FormData) {
  const { site, language, setCookies } = scopeOf(context, request)
  const typed: Typed = {
    topic: 'DEMO',
    name: textOf(form, 'name'),
    email: textOf(form, 'email').trim(),
    organization: textOf(form, 'organization'),
    message: textOf(form, 'message'),
  }
  const demoBookingNewDto: DemoBookingNew = {
    session: sessionOf(request) ?? '',
    name: typed.name,
    email: typed.email,
    organization: typed.organization.trim() || null,
    message: typed.message.replaceAll('\r\n', '\n').trim() || null,
    language,
    timezone: textOf(form, 'zone'),
  }
  const answer = await attempt(apiOf(context, request).bookDemo({ demoBookingNewDto }))
  if (!answer.ok) return refuse({ step: 'details', problem: answer.problem, typed })
  setCookies.push(hiddenCookie(site, holdCookie.name, '', 0))
  return redirect(`${pageAddress(request).pathname}?booked#form`, 303)
}

const refuse = (refused: Refused) => data(refused, { status: refused.problem.status })

/** The session that holds a time; null for none that the service can have made. */
function sessionOf(request: Request): string | null {
  const value = cookieValue(request.headers.get('cookie'), holdCookie.name)
  return value !== null && /^[\w-]{20,100}$/u.test(value) ? value : null
}

/** A demo at a free time or, where no times are offered, a message that asks for one. */
export default function BookDemo({ loaderData: { times, hold, hasEnded }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const words = t(($) => $.contact.demo, { returnObjects: true })
  const lead = times === null ? words.lead : t(($) => $.contact.times.lead, { count: times.slotMinutes })
  const typed = actionData?.typed ?? nothingTyped
  const problem = actionData?.problem ?? null
  const isTaken = times !== null && times.days.length === 0 && times.from === null
  return (
    <ContactWays words={{ ...words, lead }}>
      {!actionData && search.has('booked') ? (
        <Sent title={t(($) => $.contact.times.booked)} />
      ) : !actionData && search.has('sent') ? (
        <Sent title={t(($) => $.contact.form.sent)} />
      ) : hold !== null ? (
        <DetailsForm
          hold={hold}
          zone={search.get('zone') ?? hold.timezone}
          typed={typed}
          problem={actionData?.step === 'details' ? problem : null}
        />
      ) : times === null || isTaken ? (
        <div className="grid gap-4">
          {isTaken ? <Alert title={t(($) => $.contact.times.none)} /> : null}
          <ContactForm topic="DEMO" typed={typed} problem={problem} />
        </div>
      ) : (
        <TimeForm times={times} problem={problem} hasEnded={hasEnded} />
      )}
    </ContactWays>
  )
}

function TimeForm({ times, problem, hasEnded }: { times: Times; problem: Problem | null; hasEnded: boolean }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { errorOf } = useFieldErrors(problem)
  const words = t(($) => $.contact.times, { returnObjects: true })
  const missing = errorOf('startsAt') === undefined ? undefined : words.missing
  return (
    <Card className="sm:p-6">
      <CardHeader title={words.title} />
      <div className="grid gap-5">
        {problem !== null || !hasEnded ? null : <Alert kind="warning" title={words.ended} />}
        <ProblemAlert
          problem={problem}
          errorOf={errorOf}
          words={{ 'slot-taken': words.taken, 'token-invalid': words.ended }}
        />
        <TimeChoice times={times} kept={{}} error={missing}>
          <input type="hidden" name="step" value="time" />
          <SiteCaptcha noScript={t(($) => $.contact.form.noScript)} />
          <p className="text-sm text-ink-2">{words.holdNote}</p>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <Button type="submit" variant="primary">
              {words.hold}
            </Button>
            <a className="text-link" href={`/${language}${sitePages.contactUs}`}>
              {words.write}
            </a>
          </div>
        </TimeChoice>
      </div>
    </Card>
  )
}
