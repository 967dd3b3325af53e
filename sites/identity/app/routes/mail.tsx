import { locales } from '@bollard/i18n'
import { PageHead, useSite } from '@bollard/site-kit'
import { apiOf, load, scopeOf } from '@bollard/site-kit/server'
import { ButtonLink, Card, Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ownLinkOf } from '../mailbox/own-link.ts'
import type { Route } from './+types/mail.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const mail = await load(context, request, apiOf(context, request).getMail({ mailId: params.mailId }))
  return { mail, link: ownLinkOf(mail.text, scopeOf(context, request).site.urls) }
}

export default function MailPage({ loaderData: { mail, link }, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const time = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return (
    <>
      <PageHead hidden title={`${mail.subject} · Bollard`} />
      <Link to={`/${params.language}/mailbox`} className="inline-flex w-fit items-center gap-1.5 text-sm text-ink-2 hover:text-ink">
        <Icon name="arrow-left" />
        {t(($) => $.mailbox.back)}
      </Link>
      <div className="grid gap-2">
        <h1 className="text-[1.75rem]">{mail.subject}</h1>
        <p className="text-sm text-ink-2">
          {t(($) => $.mailbox.to)} <strong className="font-[560] text-ink">{mail.to}</strong> ·{' '}
          <time dateTime={mail.sentAt} className="tabular">
            {time.format(new Date(mail.sentAt))} UTC
          </time>
        </p>
      </div>
      {link ? (
        <ButtonLink variant="primary" href={link} className="w-fit">
          {t(($) => $.mailbox.openLink)}
          <Icon name="arrow-right" />
        </ButtonLink>
      ) : null}
      <Card padded={false} className="overflow-hidden">
        <h2 className="border-b border-line px-5 py-3 font-sans text-sm font-[560]">{t(($) => $.mailbox.html)}</h2>
        {/* Without any permission: a mail may show itself and nothing else. */}
        <iframe sandbox="" src={`/${params.language}/mailbox/${mail.id}/html`} title={t(($) => $.mailbox.html)} className="block h-[44rem] w-full bg-surface" />
      </Card>
      <Card padded={false}>
        <h2 className="border-b border-line px-5 py-3 font-sans text-sm font-[560]">{t(($) => $.mailbox.text)}</h2>
        <pre className="overflow-x-auto px-5 py-4 text-sm break-words whitespace-pre-wrap">{mail.text}</pre>
      </Card>
    </>
  )
}
