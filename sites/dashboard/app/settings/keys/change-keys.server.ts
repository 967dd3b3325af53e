import type { Problem } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { act, apiOf, type RequestScope, requireUser, scopeOf } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import { dropForm, heldForm, holdForm } from '../../forms/held-form.server.ts'
import { endOf, linesOf, type TypedKey, typedKey } from './typed-key.ts'

export type KeyKind = 'api' | 'bypass'
export type Deed = 'create' | 'update' | 'rotate' | 'revoke'
export interface KeysAnswer {
  did: Deed
  /** The key that was changed, rotated or revoked; empty for a new one. */
  keyId: string
  problem: Problem | null
  typed: TypedKey | null
  intent: string
  /** A new key, this once; empty when it was told already. */
  secretKey: string | null
}
interface Asked {
  context: Readonly<RouterContextProvider>
  request: Request
  solutionId: string
  kind: KeyKind
}

const formOf = ({ kind, solutionId }: Pick<Asked, 'kind' | 'solutionId'>) => `${kind} key of ${solutionId}`

/** What this person typed before they had to prove who they are; null without it. */
export async function heldKey({ context, request, solutionId, kind }: Asked): Promise<TypedKey | null> {
  if (!new URL(request.url).searchParams.has('back')) return null
  const { id: by } = await requireUser(context, request)
  const held = heldForm(scopeOf(context, request), request, { of: formOf({ kind, solutionId }), by })
  if (held === null) return null
  return typedKey(
    (name) => held[name] ?? '',
    (name) => (held[name] ?? '').split(' '),
  )
}

/** Carries out one form of the page. Null when it names nothing that can be done here. */
export async function changeKeys(asked: Asked): Promise<KeysAnswer | null> {
  const { context, request } = asked
  const form = await request.formData()
  const did = textOf(form, 'do')
  const keyId = textOf(form, 'keyId')
  const base = { keyId, problem: null, typed: null, intent: '', secretKey: null }
  if (did === 'create') {
    const typed = typedKey(
      (name) => textOf(form, name),
      (name) => form.getAll(name).map(String),
    )
    const intent = textOf(form, 'intent') || crypto.randomUUID()
    const holder = { of: formOf(asked), by: textOf(form, 'by') }
    const hold = (scope: RequestScope) => holdForm(scope, holder, { ...typed, scopes: typed.scopes.join(' ') })
    const answer = await act(asked, create(asked, typed, intent), '?back', hold)
    if (!answer.ok) return { ...base, did, problem: answer.problem, typed, intent }
    dropForm(scopeOf(context, request), request)
    return { ...base, did, secretKey: answer.value.secretKey || '' }
  }
  if (did === 'update') {
    const typed = typedKey(
      (name) => textOf(form, name),
      () => [],
    )
    const answer = await act(asked, update(asked, typed, { keyId, version: Number(textOf(form, 'version')), form }))
    return { ...base, did, ...(answer.ok ? {} : { problem: answer.problem, typed }) }
  }
  if (did === 'rotate' && asked.kind === 'api') {
    const rotating = apiOf(context, request).rotateApiKey({
      solutionId: asked.solutionId,
      apiKeyId: keyId,
      apiKeyRotationDto: { overlapHours: Number(textOf(form, 'overlapHours')) },
    })
    const answer = await act(asked, rotating)
    return answer.ok ? { ...base, did, secretKey: answer.value.secretKey } : { ...base, did, problem: answer.problem }
  }
  if (did !== 'revoke') return null
  const answer = await act(asked, revoke(asked, keyId))
  return { ...base, did, problem: answer.ok ? null : answer.problem }
}

function create(
  { context, request, solutionId, kind }: Asked,
  typed: TypedKey,
  idempotencyKey: string,
): Promise<{ secretKey: string }> {
  const api = apiOf(context, request)
  const { name, scopes, usesPerDay } = typed
  const shared = {
    name,
    environmentId: typed.environmentId === '' ? null : typed.environmentId,
    networks: linesOf(typed.networks),
  }
  const expiresAt = endOf(typed.expiresOn)
  if (kind === 'api')
    return api.createApiKey({ solutionId, apiKeyNewDto: { ...shared, scopes, expiresAt } }, { idempotencyKey })
  const uses = usesPerDay === '' ? null : Number(usesPerDay)
  const origins = linesOf(typed.origins)
  return api.createBypassKey(
    { solutionId, bypassKeyNewDto: { ...shared, origins, usesPerDay: uses, expiresAt: expiresAt ?? '' } },
    { idempotencyKey },
  )
}

function update(
  { context, request, solutionId, kind }: Asked,
  typed: TypedKey,
  { keyId, version, form }: { keyId: string; version: number; form: FormData },
): Promise<unknown> {
  const api = apiOf(context, request)
  const shared = { name: typed.name, networks: linesOf(typed.networks), version }
  if (kind === 'api') {
    const before = textOf(form, 'expiresAt')
    // A day says less than the moment that it stands for, which stays unless another day is chosen.
    const expiresAt =
      before !== '' && before.startsWith(typed.expiresOn) && typed.expiresOn !== '' ? before : endOf(typed.expiresOn)
    return api.updateApiKey({ solutionId, apiKeyId: keyId, apiKeyDto: { ...shared, expiresAt } })
  }
  const usesPerDay = typed.usesPerDay === '' ? null : Number(typed.usesPerDay)
  const bypassKeyDto = { ...shared, origins: linesOf(typed.origins), usesPerDay }
  return api.updateBypassKey({ solutionId, bypassKeyId: keyId, bypassKeyDto })
}

function revoke({ context, request, solutionId, kind }: Asked, keyId: string): Promise<unknown> {
  const api = apiOf(context, request)
  return kind === 'api'
    ? api.revokeApiKey({ solutionId, apiKeyId: keyId })
    : api.revokeBypassKey({ solutionId, bypassKeyId: keyId })
}
