import { changeModeMinutes } from '@bollard/contracts'
import { ProblemAlert, textOf, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { act, apiOf } from '@bollard/site-kit/server'
import { Button, Card, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, redirect } from 'react-router'
import { Page, PageTitle } from '../frame/page.tsx'
import type { Route } from './+types/change-mode.ts'

export const loader = () => null

export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await request.formData()
  const api = apiOf(context, request)
  const back = returnPath(request, params.language)
  if (form.get('intent') === 'end') {
    await act({ context, request }, api.endChangeMode())
    throw redirect(back)
  }
  const [reason, ticket] = [textOf(form, 'reason'), textOf(form, 'ticket')]
  const started = await act(
    { context, request },
    api.startChangeMode({ changeModeDto: { reason, ...(ticket === '' ? {} : { ticket }) } }),
  )
  if (started.ok) throw redirect(back)
  return data({ problem: started.problem, reason, ticket }, { status: started.problem.status })
}

/** A path of this site in this language, and nothing else, so that no link leads away from here. */
function returnPath(request: Request, language: string): string {
  const path = new URL(request.url).searchParams.get('returnTo') ?? ''
  return new RegExp(`^/${language}(?:[/?]|$)[^\\\\\\s]*$`, 'u').test(path) ? path : `/${language}/overview`
}

/** Switches the change mode on, for a reason. */
export default function ChangeMode({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const problem = actionData?.problem ?? null
  const { errorOf, formProps } = useFieldErrors(problem)
  return (
    <Page title={t(($) => $.changeMode.title)}>
      <PageTitle
        title={t(($) => $.changeMode.title)}
        subtitle={t(($) => $.changeMode.subtitle, { minutes: changeModeMinutes })}
      />
      <Card className="max-w-[40rem]">
        <Form method="post" className="grid gap-4" {...formProps}>
          <ProblemAlert problem={problem} />
          <TextField
            label={t(($) => $.changeMode.reason)}
            hint={t(($) => $.changeMode.reasonHint)}
            name="reason"
            defaultValue={actionData?.reason}
            error={errorOf('reason')}
            required
            minLength={10}
            maxLength={500}
          />
          <TextField
            label={t(($) => $.changeMode.ticket)}
            aside={t(($) => $.changeMode.optional)}
            name="ticket"
            defaultValue={actionData?.ticket}
            error={errorOf('ticket')}
            maxLength={100}
          />
          <Button type="submit" variant="primary" aria-disabled={isSending} className="justify-self-start">
            {t(($) => $.changeMode.start)}
          </Button>
        </Form>
      </Card>
    </Page>
  )
}
