import { mailboxKeyCookie } from '@bollard/contracts'
import { locales } from '@bollard/i18n'
import { PageHead, useSite } from '@bollard/site-kit'
import { apiOf, hiddenCookie, load, scopeOf } from '@bollard/site-kit/server'
import { ButtonLink, Card, EmptyState } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link, redirect } from 'react-router'
import { BackLink } from '../mailbox/back-link.tsx'
import { SearchForm } from '../mailbox/search-form.tsx'
import { useCodeForm } from '../mailbox/use-code-form.ts'
import { mailSearch, searchMails } from '../mailbox/search-mails.ts'
import type { Route } from './+types/mailbox.ts'

/**
 * Not found wherever the API shows no mailbox. The key of the printed address moves into a cookie and out of the address, so that the page can
 * be reloaded and the key is in no history.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const key = new URL(request.url).searchParams.get('key')
  if (key !== null && /^[\w-]{1,100}$/u.test(key)) {
    const scope = scopeOf(context, request)
    scope.setCookies.push(hiddenCookie(scope.site, mailboxKeyCookie, key))
    throw redirect(`/${params.language}/mailbox`)
  }
  const { items } = await load(context, request, apiOf(context, request).listMails())
  const search = mailSearch(new URL(request.url).searchParams)
  return { search, isEmpty: items.length === 0, ...searchMails(items, search) }
}

export default function Mailbox({ loaderData: { search, isEmpty, found, kinds }, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { kept, waits } = useCodeForm()
  const time = new Intl.DateTimeFormat(locales[language], { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return (
    <>
      <PageHead hidden title={t(($) => $.mailbox.pageTitle)} />
      {waits ? (
        <BackLink to={`/${params.language}/check-your-mail${kept}`}>{t(($) => $.mailbox.toCode)}</BackLink>
      ) : null}
      <div className="grid gap-2">
        <h1 className="text-[1.75rem]">{t(($) => $.mailbox.title)}</h1>
        <p className="max-w-[42rem] text-ink-2">{t(($) => $.mailbox.subtitle)}</p>
        <Link to={`/${params.language}/mailbox/templates`} className="text-link w-fit text-sm touch:py-3">
          {t(($) => $.mailbox.templates)}
        </Link>
      </div>
      {isEmpty ? null : <SearchForm search={search} kinds={kinds} />}
      <Card padded={false}>
        {found.length === 0 ? (
          <Nothing isEmpty={isEmpty} base={`/${params.language}`} />
        ) : (
          <ul className="divide-y divide-line">
            {found.map((mail) => (
              <li key={mail.id}>
                <Link
                  to={`/${params.language}/mailbox/${mail.id}${kept}`}
                  className="grid gap-x-4 gap-y-0.5 px-5 py-3.5 hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto]"
                >
                  <span className="font-[560] wrap-anywhere">{mail.subject}</span>
                  <time
                    dateTime={mail.sentAt}
                    className="tabular font-mono text-xs text-ink-3 sm:self-center sm:text-end"
                  >
                    {time.format(new Date(mail.sentAt))} UTC
                  </time>
                  <span className="min-w-0 text-sm [overflow-wrap:anywhere] sm:truncate text-ink-2">
                    {t(($) => $.mailbox.to)} {mail.to}
                  </span>
                  <span className="min-w-0 truncate font-mono text-xs text-ink-3 sm:self-center sm:text-end">
                    {mail.tag}
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

function Nothing({ isEmpty, base }: { isEmpty: boolean; base: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={isEmpty ? t(($) => $.mailbox.empty) : t(($) => $.mailbox.noMatch)}
      action={
        <ButtonLink variant={isEmpty ? 'primary' : 'line'} asChild>
          <Link to={isEmpty ? `${base}/sign-up` : `${base}/mailbox`}>
            {isEmpty ? t(($) => $.mailbox.toSignUp) : t(($) => $.mailbox.showAll)}
          </Link>
        </ButtonLink>
      }
    >
      {isEmpty ? t(($) => $.mailbox.emptyHint) : t(($) => $.mailbox.noMatchHint)}
    </EmptyState>
  )
}
