import type { Problem } from '@bollard/contracts'
import { PageHead, ProblemAlert, useFieldErrors } from '@bollard/site-kit'
import { pageAddress } from '@bollard/site-kit/server'
import { Button, Card, TextAreaField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, redirect, useSearchParams } from 'react-router'
import { SiteCaptcha } from '../shell/site-captcha.tsx'
import type { Route } from './+types/blocked.ts'
import { Sent } from './contact-ways.tsx'
import { reportBlocked, type TypedReport } from './report-blocked.server.ts'

/** Only the page that stops somebody leads here. */
export const handle = { hydrate: false, isListed: false }

/** A UUID, as the attribute `pattern` writes it. */
const code = '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}'

export async function action({ request, context }: Route.ActionArgs) {
  const refused = await reportBlocked(context, request, await request.formData())
  if (refused !== null) return data(refused, { status: refused.problem.status })
  return redirect(`${pageAddress(request).pathname}?sent#form`, 303)
}

/** Where a visitor who was stopped says so; `decision` of the address is the reference code. Nothing tells whether it is known. */
export default function Blocked({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const words = t(($) => $.contact.blocked, { returnObjects: true })
  const given = search.get('decision') ?? ''
  const decisionId = new RegExp(`^${code}$`, 'u').test(given) ? given : ''
  return (
    <div className="mx-auto grid max-w-[720px] gap-6 px-5 pt-10 pb-20 sm:px-8 lg:pt-16">
      <PageHead title={words.pageTitle} hidden />
      <h1 className="text-[2.2rem] leading-[1.08] sm:text-[2.8rem]">{words.title}</h1>
      <p className="text-lg text-ink-2">{words.lead}</p>
      {search.has('sent') && !actionData ? (
        <Sent title={words.sent} />
      ) : (
        <BlockedForm
          typed={actionData?.typed ?? { decisionId, message: '', email: '' }}
          problem={actionData?.problem ?? null}
        />
      )}
    </div>
  )
}

function BlockedForm({ typed, problem }: { typed: TypedReport; problem: Problem | null }) {
  const { t } = useTranslation()
  const { errorOf } = useFieldErrors(problem)
  const words = t(($) => $.contact.blocked, { returnObjects: true })
  const form = t(($) => $.contact.form, { returnObjects: true })
  return (
    <Card className="sm:p-6">
      <form id="form" method="post" data-no-replay className="grid max-w-[34rem] gap-5">
        <ProblemAlert problem={problem} errorOf={errorOf} />
        <TextField
          name="decisionId"
          label={words.code}
          hint={words.codeHint}
          error={errorOf('decisionId')}
          required
          pattern={code}
          title={words.codeHint}
          maxLength={36}
          autoComplete="off"
          spellCheck={false}
          defaultValue={typed.decisionId}
        />
        <TextAreaField
          name="message"
          label={words.message}
          hint={words.messageHint}
          error={errorOf('message')}
          required
          maxLength={1000}
          rows={6}
          defaultValue={typed.message}
        />
        <TextField
          name="email"
          type="email"
          label={form.email}
          aside={form.optional}
          hint={words.emailHint}
          error={errorOf('email')}
          autoComplete="email"
          maxLength={254}
          defaultValue={typed.email}
        />
        <SiteCaptcha noScript={words.noScript} />
        <p className="text-sm text-ink-2">{words.kept}</p>
        <Button type="submit" variant="primary" className="justify-self-start">
          {form.send}
        </Button>
      </form>
    </Card>
  )
}
