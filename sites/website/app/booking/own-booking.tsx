import type { OwnDemoBooking, Problem } from '@bollard/contracts'
import { locales } from '@bollard/i18n'
import { PageHead, ProblemAlert, textOf, useFieldErrors, useSite } from '@bollard/site-kit'
import { apiOf, attempt, pageAddress, scopeOf } from '@bollard/site-kit/server'
import { Alert, Button, ButtonLink, Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, redirect, useSearchParams } from 'react-router'
import { sitePages } from '../site-map/site-pages.ts'
import type { Route } from './+types/own-booking.ts'
import { momentText } from './moment-text.ts'
import { readTimes } from './read-times.server.ts'
import { TimeChoice, type Times } from './time-choice.tsx'

/** Nobody finds it but by the link of a mail. */
export const handle = { hydrate: false, isListed: false }

/** The address has the token, which is for this site alone. */
export const headers = () => ({ 'referrer-policy': 'same-origin' })

export async function loader({ request, context }: Route.LoaderArgs) {
  scopeOf(context, request).personal = true
  const token = tokenOf(request)
  const answer = await attempt(apiOf(context, request).previewDemoBooking({ demoBookingPreviewDto: { token } }))
  if (!answer.ok) {
    const isUnknown = ['token-invalid', 'validation-failed'].includes(answer.problem.code)
    const problem = isUnknown ? null : answer.problem
    return data({ booking: null, times: null, token, problem }, { status: isUnknown ? 404 : answer.problem.status })
  }
  const times = answer.value.isOpen ? await readTimes(context, request, answer.value.timezone) : null
  return data({ booking: answer.value, times, token, problem: null })
}

/** Opening the link changes nothing: programs that look at mails open it too. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const token = tokenOf(request)
  const api = apiOf(context, request)
  const isMove = textOf(form, 'step') === 'move'
  const answer = await attempt(
    isMove
      ? api.moveDemoBooking({ demoBookingMoveDto: { token, startsAt: textOf(form, 'startsAt') } })
      : api.cancelOwnDemoBooking({ demoBookingOwnCancellationDto: { token } }),
  )
  if (!answer.ok) return data({ problem: answer.problem }, { status: answer.problem.status })
  const query = new URLSearchParams({ token, ...(isMove ? { moved: '' } : {}) })
  return redirect(`${pageAddress(request).pathname}?${query}`, 303)
}

const tokenOf = (request: Request): string => pageAddress(request).searchParams.get('token') ?? ''

/** The booking behind the link of a mail, to look at, to move and to cancel. */
export default function OwnBooking({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const [search] = useSearchParams()
  const words = t(($) => $.contact.ownBooking, { returnObjects: true })
  const { booking, times, token } = loaderData
  const problem = actionData?.problem ?? loaderData.problem
  return (
    <div className="mx-auto grid max-w-[720px] gap-6 px-5 pt-10 pb-20 sm:px-8 lg:pt-16">
      <PageHead title={words.pageTitle} hidden />
      <h1 className="text-[2.2rem] leading-[1.08] sm:text-[2.8rem]">{words.title}</h1>
      <ProblemAlert
        problem={problem}
        words={{ 'slot-taken': t(($) => $.contact.times.taken), 'state-conflict': words.closed }}
      />
      {booking === null ? (
        <>
          {problem === null ? <p className="text-lg text-ink-2">{words.unknown}</p> : null}
          <BookAgain language={language} label={words.again} />
        </>
      ) : (
        <>
          {search.has('moved') && problem === null && booking.isOpen ? (
            <Alert kind="success" title={words.moved} />
          ) : null}
          <Facts booking={booking} />
          {booking.isOpen ? (
            <>
              {times === null ? null : <Move times={times} token={token} problem={problem} />}
              <Cancel />
            </>
          ) : (
            <BookAgain language={language} label={words.again} />
          )}
        </>
      )}
    </div>
  )
}

function Facts({ booking: { state, isOpen, startsAt, timezone, meetingUrl } }: { booking: OwnDemoBooking }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const words = t(($) => $.contact.ownBooking, { returnObjects: true })
  return (
    <Card className="grid gap-3 sm:p-6">
      {state === 'CANCELLED' ? <Alert title={words.cancelled} /> : isOpen ? null : <Alert title={words.over} />}
      <p className={state === 'CANCELLED' ? 'line-through' : undefined}>
        <strong className="block text-lg font-[580]">{momentText(startsAt, timezone, locales[language])}</strong>
        <span className="text-ink-2">{timezone}</span>
      </p>
      {meetingUrl === null ? null : (
        <p>
          {words.meeting}{' '}
          <a className="text-link [overflow-wrap:anywhere]" href={meetingUrl} rel="noreferrer" translate="no">
            {meetingUrl}
          </a>
        </p>
      )}
    </Card>
  )
}

function Move({ times, token, problem }: { times: Times; token: string; problem: Problem | null }) {
  const { t } = useTranslation()
  const { errorOf } = useFieldErrors(problem)
  const words = t(($) => $.contact.ownBooking, { returnObjects: true })
  const missing = errorOf('startsAt') === undefined ? undefined : t(($) => $.contact.times.missing)
  return (
    <Card className="sm:p-6">
      <CardHeader title={words.moveTitle} />
      {times.days.length === 0 && times.from === null ? (
        <p className="text-ink-2">{words.noneFree}</p>
      ) : (
        <TimeChoice times={times} kept={{ token }} error={missing}>
          <input type="hidden" name="step" value="move" />
          <Button type="submit" variant="ink" className="justify-self-start">
            {words.move}
          </Button>
        </TimeChoice>
      )}
    </Card>
  )
}

/** Two steps, so that nobody cancels by a slip. */
function Cancel() {
  const { t } = useTranslation()
  const words = t(($) => $.contact.ownBooking, { returnObjects: true })
  return (
    <Card className="sm:p-6">
      <details>
        <summary className="cursor-pointer py-2.5 font-[580]">{words.cancelTitle}</summary>
        <form method="post" className="mt-3 grid gap-4">
          <p className="text-ink-2">{words.cancelText}</p>
          <Button type="submit" variant="danger" name="step" value="cancel" className="justify-self-start">
            {words.cancel}
          </Button>
        </form>
      </details>
    </Card>
  )
}

function BookAgain({ language, label }: { language: string; label: string }) {
  return (
    <p>
      <ButtonLink href={`/${language}${sitePages.bookDemo}`}>{label}</ButtonLink>
    </p>
  )
}
