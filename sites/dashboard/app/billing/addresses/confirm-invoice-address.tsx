import { PlainHeader, PageHead, problemText, useIsSending, useSite, textOf } from '@bollard/site-kit'
import { apiOf, attempt } from '@bollard/site-kit/server'
import { Alert, Button, Card, Field, TextInput } from '@bollard/ui'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { data, Form } from 'react-router'
import type { Route } from './+types/confirm-invoice-address.ts'

/** For whoever reads the mail, who need not have an account. Nothing happens before the button: programs open the links of mails. */
export async function action({ request, context }: Route.ActionArgs) {
  const token = textOf(await request.formData(), 'token').trim()
  const answer = await attempt(apiOf(context, request).confirmInvoiceEmail({ invoiceEmailConfirmationDto: { token } }))
  return answer.ok ? data({ problem: null }) : data({ problem: answer.problem }, { status: answer.problem.status })
}

export default function ConfirmInvoiceAddress({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const [token, setToken] = useTokenOfAddress()
  const isDone = actionData !== undefined && actionData.problem === null
  const title = isDone ? t(($) => $.billing.confirmEmail.doneTitle) : t(($) => $.billing.confirmEmail.title)
  return (
    <div className="flex min-h-dvh flex-col">
      <PageHead hidden title={t(($) => $.pageTitle, { page: title })} />
      <PlainHeader />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-[36rem] flex-1 content-center gap-5 px-5 pb-24 sm:px-8"
      >
        <h1 className="text-2xl">{title}</h1>
        {isDone ? (
          <p className="text-lg text-ink-2">{t(($) => $.billing.confirmEmail.done)}</p>
        ) : (
          <>
            <p className="text-lg text-ink-2">{t(($) => $.billing.confirmEmail.intro)}</p>
            <Card className="!p-6">
              <Form method="post" className="grid gap-5">
                {actionData?.problem ? <Alert kind="danger">{refusalText(t, actionData.problem)}</Alert> : null}
                <Field label={t(($) => $.billing.confirmEmail.token)} hint={t(($) => $.billing.confirmEmail.tokenHint)}>
                  {(wiring) => (
                    <TextInput
                      {...wiring}
                      name="token"
                      required
                      maxLength={200}
                      autoComplete="off"
                      spellCheck={false}
                      className="font-mono"
                      value={token}
                      onChange={(event) => setToken(event.target.value)}
                    />
                  )}
                </Field>
                <Button type="submit" variant="primary" className="justify-self-start" aria-disabled={isSending}>
                  {isSending ? t(($) => $.billing.confirmEmail.submitting) : t(($) => $.billing.confirmEmail.submit)}
                </Button>
              </Form>
            </Card>
            <p className="text-sm text-ink-3">{t(($) => $.billing.confirmEmail.notYours)}</p>
          </>
        )}
      </main>
    </div>
  )
}

type Problem = NonNullable<Awaited<ReturnType<typeof action>>['data']['problem']>

function refusalText(t: ReturnType<typeof useTranslation>['t'], problem: Problem): string {
  if (problem.code === 'validation-failed') return problemText(t, { ...problem, code: 'token-invalid' })
  return problemText(t, problem)
}

/** The token behind the `#`, taken out of the address before anybody copies it from there. Without scripts people paste it themselves. */
function useTokenOfAddress(): [string, (token: string) => void] {
  const [token, setToken] = useState('')
  useEffect(() => {
    const take = () => {
      const found = new URLSearchParams(location.hash.slice(1)).get('token')
      if (found === null) return
      setToken(found)
      history.replaceState(history.state, '', `${location.pathname}${location.search}`)
    }
    take()
    // Somebody may follow another link of this kind while the page stands open.
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  return [token, setToken]
}
