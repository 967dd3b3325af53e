import { defaultLanguage, isLanguage, type Language } from '@bollard/i18n'
import { exampleMails } from '@bollard/mail/examples'
import { apiOf, load } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'

/**
 * Every mail with made-up values in the language that `in` names, or else the page's. Not found wherever the API shows no
 * mailbox: both are for the people who run a deployment on their own machine.
 */
export async function loadTemplates({
  request,
  context,
  params,
}: {
  request: Request
  context: Readonly<RouterContextProvider>
  params: { language: string; in?: string }
}) {
  await load(context, request, apiOf(context, request).listMails())
  const asked = params.in ?? new URL(request.url).searchParams.get('in')
  const language: Language = [asked, params.language].find(isLanguage) ?? defaultLanguage
  return { language, templates: exampleMails(language) }
}
