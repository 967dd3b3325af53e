import type { Language } from '@bollard/i18n'
import { notFound } from '@bollard/site-kit/server'
import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ChoiceLinks, LanguageChoice } from '../frame/choice-links.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { loadTemplates } from './template-mails.server.ts'
import type { Route } from './+types/template.ts'

interface ShownTemplate {
  language: Language
  name: string
  subject: string
  text: string
}

export async function loader(args: Route.LoaderArgs): Promise<ShownTemplate> {
  const { language, template } = await loadTemplates(args)
  if (template === null) return notFound(args)
  const { name, mail } = template
  return { language, name, subject: mail.subject, text: mail.text }
}

/** A mail as designed and as text, side by side. */
export default function Template({ loaderData, params }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const { language, name, subject, text } = loaderData
  const colours = search.get('colours') === 'dark' ? 'dark' : 'light'
  const base = `/${params.language}/mail`
  const above = [
    { label: t(($) => $.mail.title), to: base },
    { label: t(($) => $.mail.templates.title), to: `${base}/templates?in=${language}` },
  ]
  return (
    <Page title={name} crumbs={above}>
      <PageTitle title={<span lang={language}>{subject}</span>} subtitle={name} />
      <div className="mb-5 flex flex-wrap gap-x-5 gap-y-3">
        <LanguageChoice label={t(($) => $.mail.templates.language)} name="in" current={language} />
        <ChoiceLinks
          label={t(($) => $.mail.templates.colours)}
          name="colours"
          current={colours}
          options={[
            ['light', t(($) => $.mail.templates.light)],
            ['dark', t(($) => $.mail.templates.dark)],
          ]}
        />
      </div>
      <div className="grid gap-5 xl:grid-cols-2">
        <Card padded={false} className="min-w-0 overflow-hidden">
          <CardHeader title={t(($) => $.mail.templates.designed)} className="px-5 pt-5" />
          {/* Without any permission: a mail may show itself and nothing else. */}
          <iframe
            key={colours}
            sandbox=""
            src={`${base}/templates/${name}/html/${language}?colours=${colours}`}
            title={t(($) => $.mail.templates.designed)}
            className="block h-[48rem] w-full border-t border-line bg-surface"
          />
        </Card>
        <Card padded={false} className="min-w-0 overflow-hidden">
          <CardHeader title={t(($) => $.mail.templates.text)} className="px-5 pt-5" />
          <pre
            lang={language}
            className="border-t border-line px-5 py-4 font-mono text-sm wrap-anywhere whitespace-pre-wrap"
          >
            {text}
          </pre>
        </Card>
      </div>
    </Page>
  )
}
