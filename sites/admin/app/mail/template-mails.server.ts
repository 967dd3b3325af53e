import { defaultLanguage, isLanguage, type Language } from '@bollard/i18n'
import { exampleMails } from '@bollard/mail/examples'
import { apiOf, load } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'

interface Asked {
  request: Request
  context: Readonly<RouterContextProvider>
  params: { language: string; in?: string; name?: string }
}

/** Every mail with made-up values, in the language that `in` names or else the page's. Nobody but an operator gets them. */
export async function loadTemplates({ request, context, params }: Asked) {
  await load(context, request, apiOf(context, request).getOperatorSession())
  const asked = params.in ?? new URL(request.url).searchParams.get('in')
  const language: Language = [asked, params.language].find(isLanguage) ?? defaultLanguage
  const templates = exampleMails(language)
  return { language, templates, template: templates.find(({ name }) => name === params.name) ?? null }
}
