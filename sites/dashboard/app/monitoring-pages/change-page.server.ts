import type { Problem, StatusPage } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { act, apiOf } from '@bollard/site-kit/server'
import type { Sender } from '../monitoring/services/sender.ts'
import { pageOf, type TypedPage, typedPage } from './typed-page.ts'

/** What came of a form about a page. */
export interface PageAnswer {
  readonly problem: Problem | null
  readonly typed: TypedPage | null
}

/** Stores what was typed: a new page where there is none yet. Answers with the id of the page, or with what was wrong. */
export async function savePage(
  sender: Sender,
  form: FormData,
  stored: StatusPage | null,
): Promise<PageAnswer & { readonly id: string | null }> {
  const { context, request, solutionId } = sender
  const api = apiOf(context, request)
  const typed = typedPage(form)
  const settings = pageOf(typed, await logoIn(form, stored))
  const password = textOf(form, 'password')
  const call =
    stored === null
      ? api.createStatusPage({ solutionId, statusPageNewDto: { ...settings, password: password || null } })
      : api.updateStatusPage({
          solutionId,
          statusPageId: stored.id,
          statusPageDto: {
            ...settings,
            password: form.has('noPassword') ? null : password || 'KEEP',
            version: Number(textOf(form, 'version')),
          },
        })
  const answer = await act(sender, call)
  return answer.ok ? { id: answer.value.id, problem: null, typed: null } : { id: null, problem: answer.problem, typed }
}

/** A picture that was chosen, as a data URL; else the one that there is. What it may be is for the service to say. */
async function logoIn(form: FormData, stored: StatusPage | null): Promise<string | null> {
  if (form.has('noLogo')) return null
  const file = form.get('logo')
  if (!(file instanceof File) || file.size === 0) return stored?.logo ?? null
  return `data:${file.type};base64,${Buffer.from(await file.arrayBuffer()).toString('base64')}`
}
