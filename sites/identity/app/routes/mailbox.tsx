import { locales } from '@bollard/i18n'
import { PageHead, useSite } from '@bollard/site-kit'
import { apiOf, load } from '@bollard/site-kit/server'
import { ButtonLink, Card, EmptyState } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Route } from './+types/mailbox.ts'

/** Not found wherever the API shows no mailbox. */
export const loader = ({ request, context }: Route.LoaderArgs) => load(context, request, apiOf(context, request).listMails())

export default function Mailbox({ loaderData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const time = new Intl.DateTimeFormat(locales[language], { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return (
    <>
      <PageHead hidden title={t(($) => $.mailbox.pageTitle)} />
      <div className="grid gap-2">
        <h1 className="text-[1.75rem]">{t(($) => $.mailbox.title)}</h1>
        <p className="max-w-[42rem] text-ink-2">{t(($) => $.mailbox.subtitle)}</p>
      </div>
      <Card padded={false}>
        {loaderData.items.length === 0 ? (
          <EmptyState
            title={t(($) => $.mailbox.empty)}
            action={
              <ButtonLink variant="primary" asChild>
                <Link to={`/${params.language}/sign-up`}>{t(($) => $.mailbox.toSignUp)}</Link>
              </ButtonLink>
            }
          >
            {t(($) => $.mailbox.emptyHint)}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {loaderData.items.map((mail) => (
              <li key={mail.id}>
                <Link to={`/${params.language}/mailbox/${mail.id}`} className="grid gap-x-4 gap-y-0.5 px-5 py-3.5 hover:bg-sunken sm:grid-cols-[1fr_auto]">
                  <span className="font-[560]">{mail.subject}</span>
                  <time dateTime={mail.sentAt} className="tabular font-mono text-xs text-ink-3 sm:self-center">
                    {time.format(new Date(mail.sentAt))} UTC
                  </time>
                  <span className="min-w-0 truncate text-sm text-ink-2">
                    {t(($) => $.mailbox.to)} {mail.to}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}
