import type { Problem } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { apiOf, attempt } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'

/** What somebody has entered, to show it again. */
export interface TypedReport {
  readonly decisionId: string
  readonly message: string
  readonly email: string
}

/** Sends what a visitor says who was stopped; null once it is received, whether or not the code is known. */
export async function reportBlocked(
  context: Readonly<RouterContextProvider>,
  request: Request,
  form: FormData,
): Promise<{ problem: Problem; typed: TypedReport } | null> {
  const typed: TypedReport = {
    decisionId: textOf(form, 'decisionId').trim(),
    message: textOf(form, 'message'),
    email: textOf(form, 'email').trim(),
  }
  const blockedReportDto = {
    decisionId: typed.decisionId,
    // Browsers end lines of a form with both characters.
    message: typed.message.replaceAll('\r\n', '\n'),
    email: typed.email || null,
    // Without script there is no token; the call then says so of the captcha, not of a field that nobody sees.
    captchaToken: textOf(form, 'bollard-response') || 'none',
  }
  const answer = await attempt(apiOf(context, request).reportBlocked({ blockedReportDto }))
  return answer.ok ? null : { problem: answer.problem, typed }
}
