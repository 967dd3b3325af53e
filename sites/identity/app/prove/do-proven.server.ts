import type { Problem } from '@bollard/contracts'
import { apiOf, attempt } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'
import { proofFields, proofOf } from './proof-of.server.ts'

export type ProofKind = 'PASSWORD' | 'TOTP' | 'PASSKEY'

/** What a page needs in order to ask for a proof and then to repeat what was asked for. */
export interface AskedProof {
  kinds: ProofKind[]
  /** Which kind was tried in vain, and why. */
  tried: { kind: ProofKind; problem: Problem } | null
  /** The fields of the form as they were sent, so that nothing typed is lost. */
  pending: [name: string, value: string][]
}
export type Done<T> =
  | { ok: true; value: T }
  | { ok: false; problem: Problem; asked: null }
  | { ok: false; problem: Problem; asked: AskedProof }

interface Sender {
  context: Readonly<RouterContextProvider>
  request: Request
}

/**
 * Does what a form asks for. Where the service first wants a proof of who is there, answers what the page has to ask; the form that it
 * then sends carries the proof together with the same fields, and this does both.
 */
export async function doProven<T>(
  { context, request }: Sender,
  form: FormData,
  perform: (api: ReturnType<typeof apiOf>) => Promise<T>,
): Promise<Done<T>> {
  const api = apiOf(context, request)
  const proofDto = proofOf(form)
  if (proofDto) {
    const proof = await attempt(api.proveSession({ proofDto }))
    if (!proof.ok) {
      const { problem } = proof
      return {
        ok: false,
        problem,
        asked: { kinds: await proofKinds(api), tried: { kind: proofDto.kind, problem }, pending: pendingOf(form) },
      }
    }
  }
  const answer = await attempt(perform(api))
  if (answer.ok) return answer
  const { problem } = answer
  if (problem.code !== 'step-up-required') return { ok: false, problem, asked: null }
  return { ok: false, problem, asked: { kinds: await proofKinds(api), tried: null, pending: pendingOf(form) } }
}

/** How the signed-in person can prove who they are. A password is always there. */
export async function proofKinds(api: ReturnType<typeof apiOf>): Promise<ProofKind[]> {
  const security = await attempt(api.getSecurity())
  if (!security.ok) return ['PASSWORD']
  return [
    'PASSWORD',
    ...(security.value.totp ? ['TOTP' as const] : []),
    ...(security.value.passkeys.length > 0 ? ['PASSKEY' as const] : []),
  ]
}

function pendingOf(form: FormData): [string, string][] {
  return [...form].flatMap(([name, value]) =>
    typeof value === 'string' && !proofFields.has(name) ? [[name, value] satisfies [string, string]] : [],
  )
}
