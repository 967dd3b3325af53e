import type { EnquiryTopic, Problem, VisitorEnquiryNew } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { apiOf, attempt, scopeOf } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import type { Typed } from './contact-form.tsx'

/** Sends what somebody has entered to the operator; null once it is on its way. */
export async function sendEnquiry(
  context: Readonly<RouterContextProvider>,
  request: Request,
  form: FormData,
): Promise<{ problem: Problem; typed: Typed } | null> {
  const { language } = scopeOf(context, request)
  const typed: Typed = {
    topic: textOf(form, 'topic'),
    name: textOf(form, 'name'),
    email: textOf(form, 'email').trim(),
    organization: textOf(form, 'organization'),
    message: textOf(form, 'message'),
  }
  const captchaToken = textOf(form, 'bollard-response')
  const visitorEnquiryNewDto: VisitorEnquiryNew = {
    ...typed,
    // The service refuses a topic that is none.
    topic: typed.topic as EnquiryTopic,
    organization: typed.organization.trim() || null,
    // Browsers end lines of a form with both characters.
    message: typed.message.replaceAll('\r\n', '\n'),
    language,
    ...(captchaToken === '' ? {} : { captchaToken }),
  }
  const answer = await attempt(apiOf(context, request).createVisitorEnquiry({ visitorEnquiryNewDto }))
  return answer.ok ? null : { problem: answer.problem, typed }
}
