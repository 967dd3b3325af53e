import { locales } from '@bollard/i18n'
import { PageHead, useSite } from '@bollard/site-kit'
import { apiOf, load, scopeOf } from '@bollard/site-kit/server'
import { ButtonLink, Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { BackLink } from '../mailbox/back-link.tsx'
import { FileList } from '../mailbox/file-list.tsx'
import { Letter } from '../mailbox/letter.tsx'
import { useCodeForm } from '../mailbox/use-code-form.ts'
import { ownLinkOf } from '../mailbox/own-link.ts'
import type { Route } from './+types/mail.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { html: _, ...mail } = await load(context, request, apiOf(context, request).getMail({ mailId: params.mailId }))
  return { mail, link: ownLinkOf(mail.text, scopeOf(context, request).site.urls) }
}

export default function MailPage({ loaderData: { mail, link }, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { kept } = useCodeForm()
  const time = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return (
    <>
      <PageHead hidden title={`${mail.subject} · Bollard`} />
      <BackLink to={`/${params.language}/mailbox${kept}`}>{t(($) => $.mailbox.back)}</BackLink>
      <div className="grid gap-2">
        <h1 className="text-[1.75rem] wrap-anywhere">{mail.subject}</h1>
        <p className="text-sm wrap-anywhere text-ink-2">
          {t(($) => $.mailbox.to)} <strong className="font-[560] text-ink">{mail.to}</strong> ·{' '}
          <time dateTime={mail.sentAt} className="tabular">
            {time.format(new Date(mail.sentAt))} UTC
          </time>{' '}
          · <span className="font-mono text-xs">{mail.tag}</span>
        </p>
      </div>
      {link ? (
        <ButtonLink variant="primary" href={link} className="w-fit">
          {t(($) => $.mailbox.openLink)}
          <Icon name="arrow-right" />
        </ButtonLink>
      ) : null}
      <FileList files={mail.attachments} base={`/${params.language}/mailbox/${mail.id}/attachments`} />
      <Letter text={mail.text} source={mail.source} frame={`/${params.language}/mailbox/${mail.id}/html`} />
    </>
  )
}
