import { ProblemAlert, useIsSending, useSite } from '@bollard/site-kit'
import { apiOf, load } from '@bollard/site-kit/server'
import { Alert, Button, ButtonLink, Card, EmptyState, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { data, Form, useSearchParams } from 'react-router'
import { AccountPage } from '../account/account-page.tsx'
import { writeWhen } from '../account/when.ts'
import { writeSize } from '../account/write-size.ts'
import { doProven } from '../prove/do-proven.server.ts'
import type { Route } from './+types/account-export.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = apiOf(context, request)
  const [{ timezone }, { items }] = await Promise.all([
    load(context, request, api.getProfile()),
    load(context, request, api.listAccountExports()),
  ])
  return { timezone, items }
}

export async function action({ request, context }: Route.ActionArgs) {
  const done = await doProven({ request, context }, await request.formData(), (api) => api.createAccountExport())
  if (done.ok) return data({ isStarted: true, problem: null, asked: null })
  return data({ isStarted: false, problem: done.problem, asked: done.asked }, { status: done.problem.status })
}

const meanings = { PENDING: 'info', READY: 'human', FAILED: 'bot', EXPIRED: 'neutral' } as const

export default function AccountExport({ loaderData: { timezone, items }, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const [search] = useSearchParams()
  const isSending = useIsSending()
  const fileOf = (id: string) => `/${params.language}/account/export/${id}/file`
  // Whoever was sent away to prove themselves comes back for this file.
  const wanted = items.find(({ id, status }) => id === search.get('download') && status === 'READY')
  const refusal = search.get('problem')
  return (
    <AccountPage
      title={t(($) => $.account.sections.export)}
      subtitle={t(($) => $.export.subtitle)}
      asked={actionData?.asked}
    >
      {wanted && !actionData ? (
        <>
          <meta httpEquiv="refresh" content={`0;url=${fileOf(wanted.id)}`} />
          <Alert kind="success">{t(($) => $.export.downloading)}</Alert>
        </>
      ) : null}
      {refusal && !actionData ? <ProblemAlert problem={{ code: refusal }} /> : null}
      {actionData?.isStarted ? <Alert kind="success">{t(($) => $.export.started)}</Alert> : null}
      {actionData && !actionData.asked ? <ProblemAlert problem={actionData.problem} /> : null}
      <Card className="grid gap-4 sm:p-6">
        <p className="text-sm text-ink-2">{t(($) => $.export.about)}</p>
        <Form method="post">
          <Button type="submit" variant="primary" aria-disabled={isSending}>
            {isSending ? t(($) => $.export.submitting) : t(($) => $.export.submit)}
          </Button>
        </Form>
      </Card>
      <Card padded={false}>
        {items.length === 0 ? (
          <EmptyState title={t(($) => $.export.empty)}>{t(($) => $.export.emptyHint)}</EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {items.map((item) => (
              <li key={item.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4 sm:px-6">
                <div className="me-auto grid gap-1">
                  <p className="flex flex-wrap items-center gap-2.5 font-[560]">
                    {writeWhen(language, timezone, item.createdAt)}
                    <Pill meaning={meanings[item.status]}>{t(($) => $.export.status[item.status])}</Pill>
                  </p>
                  <p className="text-sm text-ink-2">
                    {item.status === 'READY' && item.expiresAt
                      ? t(($) => $.export.readyUntil, {
                          when: writeWhen(language, timezone, item.expiresAt),
                          size: writeSize(language, item.bytes ?? 0),
                        })
                      : t(($) => $.export.hint[item.status])}
                  </p>
                </div>
                {item.status === 'READY' ? (
                  <ButtonLink
                    href={fileOf(item.id)}
                    aria-label={t(($) => $.export.downloadOf, { when: writeWhen(language, timezone, item.createdAt) })}
                  >
                    {t(($) => $.export.download)}
                  </ButtonLink>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </Card>
    </AccountPage>
  )
}
