import type { Language } from '@bollard/i18n'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AreaLinks } from '../frame/area-links.tsx'
import { LanguageChoice } from '../frame/choice-links.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { RecordTable } from '../frame/record-table.tsx'
import { loadTemplates } from './template-mails.server.ts'
import type { Route } from './+types/templates.ts'

interface TemplateList {
  language: Language
  templates: readonly { name: string; subject: string }[]
}

export async function loader(args: Route.LoaderArgs): Promise<TemplateList> {
  const { language, templates } = await loadTemplates(args)
  return { language, templates: templates.map(({ name, mail: { subject } }) => ({ name, subject })) }
}

/** Every mail that this release sends, with made-up values. The texts come with a release, so nothing is changed here. */
export default function Templates({ loaderData: { language, templates }, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const base = `/${params.language}/mail`
  return (
    <Page title={t(($) => $.mail.templates.title)} crumbs={[{ label: t(($) => $.mail.title), to: base }]}>
      <PageTitle title={t(($) => $.mail.templates.title)} subtitle={t(($) => $.mail.templates.subtitle)} />
      <AreaLinks area="mail" />
      <div className="mb-5">
        <LanguageChoice label={t(($) => $.mail.templates.language)} name="in" current={language} />
      </div>
      <RecordTable
        label={t(($) => $.mail.templates.title)}
        empty={t(($) => $.mail.none)}
        columns={[{ label: t(($) => $.mail.templates.subject) }, { label: t(($) => $.mail.kind) }]}
        rows={templates.map(({ name, subject }) => ({
          key: name,
          cells: [
            <Link key="subject" lang={language} to={`${base}/templates/${name}?in=${language}`} className="text-link">
              {subject}
            </Link>,
            name,
          ],
        }))}
      />
    </Page>
  )
}
