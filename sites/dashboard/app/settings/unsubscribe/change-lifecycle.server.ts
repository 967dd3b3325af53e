import { textOf } from '@bollard/site-kit'
import type { deletionReasons, Problem, SolutionDeletion } from '@bollard/contracts'
import { apiOf, attempt, proveRedirect, type RequestScope, scopeOf, signInRedirect } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import { deletionOf, dropForm, heldForm, holdForm } from '../../forms/held-form.server.ts'

export type Deed = 'delete' | 'undo' | 'restore' | 'export'

/** The form as somebody filled it in; an empty reason is none. */
export interface TypedDeletion {
  effective: SolutionDeletion['effective']
  reason: SolutionDeletion['reason'] | ''
  comment: string
  confirmLabel: string
  /** Whether the log of verifications is written into a file before anything is erased. */
  exportRequested: boolean
}
export interface LifecycleAnswer {
  did: Deed
  problem: Problem | null
  typed: TypedDeletion | null
}
interface Sender {
  context: Readonly<RouterContextProvider>
  request: Request
  solutionId: string
}

/** Reasons in the order of the page. */
export const reasons = [
  'NO_LONGER_NEEDED',
  'TOO_EXPENSIVE',
  'MISSING_FEATURE',
  'TECHNICAL_ISSUES',
  'SWITCHED_PROVIDER',
  'TEST_ONLY',
  'OTHER',
] as const satisfies typeof deletionReasons

/** What this person typed for a solution before they had to prove who they are; null without it. */
export function heldDeletion(
  scope: RequestScope,
  request: Request,
  { solutionId, by }: { solutionId: string; by: string },
): TypedDeletion | null {
  const held = heldForm(scope, request, { of: deletionOf(solutionId), by })
  return held && typedDeletion((name) => held[name] ?? '')
}

/** Carries out one form of the page. Null when it names nothing that can be done here. */
export async function changeLifecycle(sender: Sender): Promise<LifecycleAnswer | null> {
  const { context, request, solutionId } = sender
  const form = await request.formData()
  const api = apiOf(context, request)
  const typed = typedDeletion((name) => textOf(form, name))
  const format = textOf(form, 'format') === 'JSON' ? 'JSON' : 'CSV'
  const calls = {
    delete: () =>
      api.deleteSolution({ solutionId, solutionDeletionDeleteDto: { ...typed, reason: typed.reason || 'OTHER' } }),
    undo: () => api.undoCancellation({ solutionId }),
    restore: () => api.restoreSolution({ solutionId }),
    export: () => api.createExport({ solutionId, exportNewDto: { format, filters: {} } }),
  }
  const did = textOf(form, 'do')
  if (!isDeed(did)) return null
  const answer = await attempt<unknown>(calls[did]())
  const scope = scopeOf(context, request)
  if (answer.ok) {
    dropForm(scope, request)
    return { did, problem: null, typed: null }
  }
  const { problem } = answer
  if (problem.status !== 401) return { did, problem, typed: did === 'delete' ? typed : null }
  if (did === 'delete')
    holdForm(
      scope,
      { of: deletionOf(solutionId), by: textOf(form, 'by') },
      { ...typed, exportRequested: typed.exportRequested ? 'on' : '' },
    )
  if (problem.code !== 'step-up-required') throw signInRedirect(scope, request, '?back')
  throw proveRedirect(scope, request, `/${scope.language}/solutions/${solutionId}/settings/unsubscribe?back`)
}

function typedDeletion(field: (name: string) => string): TypedDeletion {
  return {
    effective: field('effective') === 'END_OF_PERIOD' ? 'END_OF_PERIOD' : 'IMMEDIATE',
    reason: reasons.find((reason) => reason === field('reason')) ?? '',
    // Browsers send line breaks as two characters, and the service counts one each.
    comment: field('comment').replaceAll('\r\n', '\n').trim(),
    confirmLabel: field('confirmLabel').trim(),
    exportRequested: field('exportRequested') === 'on',
  }
}

function isDeed(name: string): name is Deed {
  return name === 'delete' || name === 'undo' || name === 'restore' || name === 'export'
}
