import type { Problem } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { apiOf, attempt } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import { overlapHoursOf } from './overlap-hours.ts'

export type KeyDeed = 'createKey' | 'rotateKey' | 'revokeKey'

export interface KeyAnswer {
  did: KeyDeed
  problem: Problem | null
  /** The key itself, in the answer of this one request and nowhere else; null where it was told before. */
  secretKey: string | null
  /** What somebody had called a key that was not created. */
  name: string
}

interface Sender {
  context: Readonly<RouterContextProvider>
  request: Request
  solutionId: string
  environmentId: string
}

/** Creates, rotates or revokes a secret key of an environment. Null when the form names none of these. */
export async function changeKeys(sender: Sender, form: FormData): Promise<KeyAnswer | null> {
  const { context, request, solutionId, environmentId } = sender
  const api = apiOf(context, request)
  const name = textOf(form, 'keyName').trim()
  const apiKeyId = textOf(form, 'apiKeyId')
  const calls = {
    createKey: () =>
      api.createApiKey(
        { solutionId, apiKeyNewDto: { name, scopes: ['verify'], environmentId } },
        { idempotencyKey: textOf(form, 'intent') },
      ),
    rotateKey: () =>
      api.rotateApiKey({
        solutionId,
        apiKeyId,
        apiKeyRotationDto: { overlapHours: overlapHoursOf(textOf(form, 'overlapHours')) },
      }),
    revokeKey: () => api.revokeApiKey({ solutionId, apiKeyId }),
  }
  const did = textOf(form, 'do')
  if (did !== 'createKey' && did !== 'rotateKey' && did !== 'revokeKey') return null
  const answer = await attempt<{ secretKey?: string } | null>(calls[did]())
  return answer.ok
    ? { did, problem: null, secretKey: answer.value?.secretKey ?? null, name: '' }
    : { did, problem: answer.problem, secretKey: null, name: did === 'createKey' ? name : '' }
}
