import type { Problem, WebhookDelivery } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { act, apiOf, load, scopeOf } from '@bollard/site-kit/server'
import { redirect, type RouterContextProvider } from 'react-router'
import { type TypedWebhook, typedWebhook } from './typed-webhook.ts'

const deeds = ['save', 'pause', 'resume', 'test', 'redeliver', 'rotate', 'delete'] as const
export type Deed = (typeof deeds)[number]

export interface WebhookAnswer {
  did: Deed
  problem: Problem | null
  /** What was saved, while it is refused. */
  typed: TypedWebhook | null
  /** A new secret, this once. */
  secret: string | null
  /** What became of a message that was sent. */
  sent: WebhookDelivery['status'] | null
}

interface Sender {
  context: Readonly<RouterContextProvider>
  request: Request
  solutionId: string
  webhookId: string
}

/** Carries out one form of the page. Null when it names nothing that can be done here. */
export async function changeWebhook(sender: Sender): Promise<WebhookAnswer | null> {
  const { context, request, solutionId, webhookId } = sender
  const form = await request.formData()
  const did = deeds.find((deed) => deed === textOf(form, 'do'))
  if (did === undefined) return null
  const api = apiOf(context, request)
  const ids = { solutionId, webhookId }
  const done = { did, problem: null, typed: null, secret: null, sent: null }
  if (did === 'save' || did === 'pause' || did === 'resume') {
    const { items } = await load(context, request, api.listWebhooks({ solutionId }))
    const stored = items.find(({ id }) => id === webhookId.toLowerCase())
    if (stored === undefined) return null
    const typed = did === 'save' ? typedWebhook(form) : null
    const { url, events, description } = typed ?? stored
    const active = did === 'save' ? stored.active : did === 'resume'
    // As it was shown: what somebody else saved meanwhile is not overwritten.
    const version = did === 'save' ? Number(textOf(form, 'version')) : stored.version
    const answer = await act(
      sender,
      api.putWebhook({ ...ids, webhookDto: { url, events, description, active, version } }),
    )
    return answer.ok ? done : { ...done, problem: answer.problem, typed }
  }
  if (did === 'test' || did === 'redeliver') {
    const deliveryId = textOf(form, 'deliveryId')
    const call = did === 'test' ? api.testWebhook(ids) : api.redeliverWebhook({ ...ids, deliveryId })
    const answer = await act(sender, call)
    return answer.ok ? { ...done, sent: answer.value.status } : { ...done, problem: answer.problem }
  }
  if (did === 'rotate') {
    const answer = await act(sender, api.rotateWebhookSecret(ids))
    return answer.ok ? { ...done, secret: answer.value.secret } : { ...done, problem: answer.problem }
  }
  const answer = await act(sender, api.deleteWebhook(ids))
  if (!answer.ok) return { ...done, problem: answer.problem }
  throw redirect(`/${scopeOf(context, request).language}/solutions/${solutionId}/captcha/webhooks`)
}
