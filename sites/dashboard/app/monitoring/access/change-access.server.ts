import type { Problem } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { act, apiOf, type RequestScope, requireUser, scopeOf } from '@bollard/site-kit/server'
import { dropForm, heldForm, holdForm } from '../../forms/held-form.server.ts'
import { endOf } from '../../settings/keys/typed-key.ts'
import type { Sender } from '../services/sender.ts'
import { type TypedAccess, typedAccess } from './typed-access.ts'

export interface AccessAnswer {
  readonly did: 'create' | 'revoke'
  readonly what: TypedAccess['what']
  readonly problem: Problem | null
  readonly typed: TypedAccess | null
  /** A new secret, this once. */
  readonly secretKey: string | null
}

const formOf = (solutionId: string) => `monitoring access of ${solutionId}`

/** What this person typed before they had to prove who they are; null without it. */
export async function heldAccess({ context, request, solutionId }: Sender): Promise<TypedAccess | null> {
  if (!new URL(request.url).searchParams.has('back')) return null
  const { id: by } = await requireUser(context, request)
  const held = heldForm(scopeOf(context, request), request, { of: formOf(solutionId), by })
  return held === null
    ? null
    : typedAccess(
        (name) => held[name] ?? '',
        (name) => (held[name] ?? '').split(' '),
      )
}

/** Carries out one form of the page. Null when it names nothing that can be done here. */
export async function changeAccess(sender: Sender): Promise<AccessAnswer | null> {
  const { context, request, solutionId } = sender
  const form = await request.formData()
  const did = textOf(form, 'do')
  const typed = typedAccess(
    (name) => textOf(form, name),
    (name) => form.getAll(name).map(String),
  )
  const { what } = typed
  const done = { what, problem: null, typed: null, secretKey: null }
  const api = apiOf(context, request)
  if (did === 'revoke') {
    const id = textOf(form, 'id')
    const answer = await act(
      sender,
      what === 'key'
        ? api.revokeMonitoringKey({ solutionId, monitoringKeyId: id })
        : api.revokeProbe({ solutionId, probeId: id }),
    )
    return { ...done, did, problem: answer.ok ? null : answer.problem }
  }
  if (did !== 'create') return null
  const { name, scopes, expiresOn, place, allowPrivate } = typed
  const hold = (scope: RequestScope) =>
    holdForm(
      scope,
      { of: formOf(solutionId), by: textOf(form, 'by') },
      { what, name, scopes: scopes.join(' '), expiresOn, place, allowPrivate: allowPrivate ? 'on' : '' },
    )
  const call: Promise<{ secretKey: string }> =
    what === 'key'
      ? api.createMonitoringKey({
          solutionId,
          monitoringKeyNewDto: { name, scopes: [...scopes], expiresAt: endOf(expiresOn) },
        })
      : api.createProbe({ solutionId, probeNewDto: { name, place, allowPrivate } })
  const answer = await act(sender, call, '?back', hold)
  if (!answer.ok) return { ...done, did, problem: answer.problem, typed }
  dropForm(scopeOf(context, request), request)
  return { ...done, did, secretKey: answer.value.secretKey }
}
