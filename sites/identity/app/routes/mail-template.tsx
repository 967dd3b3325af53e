import { PageHead } from '@bollard/site-kit'
import { notFound } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { BackLink } from '../mailbox/back-link.tsx'
import { Letter } from '../mailbox/letter.tsx'
import { TemplateLanguage } from '../mailbox/template-language.tsx'
import { loadTemplates } from '../mailbox/template-mails.server.ts'
import type { Route } from './+types/mail-template.ts'

export async function loader(args: Route.LoaderArgs) {
  const { language, templates } = await loadTemplates(args)
  const template = templates.find(({ name }) => name === args.params.name)
  if (!template) return notFound(args)
  const { subject, text } = template.mail
  return { language, subject, text }
}

export default function MailTemplate({ loaderData: { language, subject, text }, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const frame = `/${params.language}/mailbox/templates/${params.name}/html/${language}`
  return (
    <>
      <PageHead hidden title={`${params.name} · Bollard`} />
      <BackLink to={`/${params.language}/mailbox/templates?in=${language}`}>{t(($) => $.mailbox.templates)}</BackLink>
      <div className="grid gap-2">
        <h1 lang={language} className="text-[1.75rem] wrap-anywhere">
          {subject}
        </h1>
        <p className="font-mono text-sm wrap-anywhere text-ink-2">{params.name}</p>
      </div>
      <TemplateLanguage current={language} />
      <Letter text={text} frame={frame} />
    </>
  )
}
