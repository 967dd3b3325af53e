import { PageHead } from '@bollard/site-kit'
import { Card } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { BackLink } from '../mailbox/back-link.tsx'
import { TemplateLanguage } from '../mailbox/template-language.tsx'
import { loadTemplates } from '../mailbox/template-mails.server.ts'
import type { Route } from './+types/mail-templates.ts'

export async function loader(args: Route.LoaderArgs) {
  const { language, templates } = await loadTemplates(args)
  return { language, templates: templates.map(({ name, mail: { subject } }) => ({ name, subject })) }
}

export default function MailTemplates({ loaderData: { language, templates }, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <>
      <PageHead hidden title={t(($) => $.mailbox.templatesPageTitle)} />
      <BackLink to={`/${params.language}/mailbox`}>{t(($) => $.mailbox.back)}</BackLink>
      <div className="grid gap-2">
        <h1 className="text-[1.75rem]">{t(($) => $.mailbox.templates)}</h1>
        <p className="max-w-[42rem] text-ink-2">{t(($) => $.mailbox.templatesSubtitle)}</p>
      </div>
      <TemplateLanguage current={language} />
      <Card padded={false}>
        <ul className="divide-y divide-line">
          {templates.map(({ name, subject }) => (
            <li key={name}>
              <Link
                to={`/${params.language}/mailbox/templates/${name}?in=${language}`}
                className="grid gap-x-4 gap-y-0.5 px-5 py-3.5 hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto]"
              >
                <span lang={language} className="font-[560] wrap-anywhere">
                  {subject}
                </span>
                <span className="min-w-0 font-mono text-xs wrap-anywhere text-ink-3 sm:self-center">{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
