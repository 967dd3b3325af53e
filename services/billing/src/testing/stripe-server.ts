import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** How a payment method behaves, by the token with which Stripe's own test cards go. */
export type Behaviour =
  | 'pm_card_visa'
  | 'pm_card_authenticationRequired'
  | 'pm_card_insufficientFunds'
  | 'pm_card_expired'
  | 'pm_sepa_debit'

export interface StripeServer {
  readonly url: string
  /** Every call that arrived: method, path, fields of the form, idempotency key. */
  readonly calls: { method: string; path: string; form: Record<string, string>; key: string | null }[]
  /** What the next setup intents lead to. */
  setup: { status: 'succeeded' | 'requires_action' | 'refused'; method: Behaviour }
  /** Answers calls with 500 as long as it is set. */
  down: boolean
  /** Payment intents that were really made, by id. */
  readonly intents: Map<string, Record<string, unknown>>
  close(): Promise<void>
}

/** A local server that speaks as much of Stripe's API as we use, with its idempotency, so that Stripe's own library can be run against it. */
export async function startStripeServer(): Promise<StripeServer> {
  const answers = new Map<string, { status: number; body: object }>()
  const state = {
    calls: [] as StripeServer['calls'],
    setup: { status: 'succeeded', method: 'pm_card_visa' } as StripeServer['setup'],
    down: false,
    intents: new Map(),
  }
  const detached = new Set<string>()
  const customers = new Set<string>()
  let count = 0
  const nextId = (prefix: string) => `${prefix}_${String((count += 1)).padStart(6, '0')}`

  const answer = (method: string, path: string, form: Record<string, string>): { status: number; body: object } => {
    const ok = (body: object) => ({ status: 200, body })
    if (method === 'POST' && path === '/v1/customers') {
      const id = nextId('cus')
      customers.add(id)
      return ok({ id, object: 'customer' })
    }
    const deletedId = method === 'DELETE' ? /^\/v1\/customers\/(\w+)$/u.exec(path)?.[1] : undefined
    if (deletedId !== undefined && customers.delete(deletedId))
      return ok({ id: deletedId, object: 'customer', deleted: true })
    if (method === 'POST' && path === '/v1/setup_intents') {
      const id = nextId('seti')
      return ok({
        id,
        object: 'setup_intent',
        client_secret: `${id}_secret_x`,
        status: 'requires_payment_method',
        last_setup_error: null,
      })
    }
    const setupId = /^\/v1\/setup_intents\/(\w+)$/u.exec(path)?.[1]
    if (setupId !== undefined) return ok(setupIntent(setupId, state.setup, detached))
    if (method === 'POST' && path === '/v1/payment_intents') {
      const result = paymentIntent(nextId('pi'), form)
      state.intents.set(result.intent.id, result.intent)
      return result.error === null
        ? ok(result.intent)
        : { status: 402, body: { error: { ...result.error, type: 'card_error', payment_intent: result.intent } } }
    }
    const intentId = /^\/v1\/payment_intents\/(\w+)$/u.exec(path)?.[1]
    if (intentId !== undefined && state.intents.has(intentId)) return ok(state.intents.get(intentId))
    if (method === 'POST' && path === '/v1/refunds')
      return ok({ id: nextId('re'), object: 'refund', status: 'succeeded' })
    const detachedId = /^\/v1\/payment_methods\/(\w+)\/detach$/u.exec(path)?.[1]
    if (detachedId !== undefined) {
      detached.add(detachedId)
      return ok({ id: detachedId, object: 'payment_method', customer: null })
    }
    return {
      status: 404,
      body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such thing' } },
    }
  }

  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
    const [path = ''] = (request.url ?? '').split('?')
    const key = request.headers['idempotency-key']?.toString() ?? null
    state.calls.push({ method: request.method ?? '', path, form, key })
    const known = key === null ? undefined : answers.get(key)
    const { status, body } = state.down
      ? { status: 500, body: { error: { type: 'api_error', message: 'down' } } }
      : (known ?? answer(request.method ?? '', path, form))
    if (key !== null && !state.down) answers.set(key, { status, body })
    // Without this the library tries a broken server again after a while.
    response
      .writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' })
      .end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  })
}

/** A payment method as Stripe describes it. */
export function stripeMethod(behaviour: Behaviour, token: string = behaviour): Record<string, unknown> {
  const base = { id: token, object: 'payment_method', billing_details: { name: 'Ada Lovelace' } }
  if (behaviour === 'pm_sepa_debit')
    return { ...base, type: 'sepa_debit', sepa_debit: { last4: '3000', bank_code: '37040044', country: 'DE' } }
  return { ...base, type: 'card', card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 } }
}

function setupIntent(id: string, { status, method }: StripeServer['setup'], detached: ReadonlySet<string>): object {
  const token = `${method}_${id}`
  const mandate =
    method === 'pm_sepa_debit'
      ? {
          id: 'mandate_1',
          object: 'mandate',
          payment_method_details: { type: 'sepa_debit', sepa_debit: { reference: 'MND-7' } },
        }
      : null
  const customer = detached.has(token) ? null : 'cus_1'
  if (status === 'succeeded')
    return {
      id,
      object: 'setup_intent',
      status,
      payment_method: { ...stripeMethod(method, token), customer },
      mandate,
      last_setup_error: null,
    }
  if (status === 'requires_action')
    return { id, object: 'setup_intent', status, payment_method: null, mandate: null, last_setup_error: null }
  return {
    id,
    object: 'setup_intent',
    status: 'requires_payment_method',
    payment_method: null,
    mandate: null,
    last_setup_error: { code: 'card_declined' },
  }
}

type Refusal = { code: string; decline_code?: string; message: string }

function paymentIntent(
  id: string,
  form: Record<string, string>,
): { intent: { id: string } & Record<string, unknown>; error: Refusal | null } {
  const metadata = { payment_id: form['metadata[payment_id]'] }
  const intent = {
    id,
    object: 'payment_intent',
    client_secret: `${id}_secret_x`,
    amount: Number(form['amount']),
    currency: form['currency'],
    metadata,
    last_payment_error: null,
  }
  const method = form['payment_method'] ?? ''
  const refused = (error: Refusal) => ({
    intent: { ...intent, status: 'requires_payment_method', last_payment_error: error },
    error,
  })
  if (method.startsWith('pm_card_authenticationRequired'))
    return refused({
      code: 'authentication_required',
      decline_code: 'authentication_required',
      message: 'Authenticate',
    })
  if (method.startsWith('pm_card_insufficientFunds'))
    return refused({ code: 'card_declined', decline_code: 'insufficient_funds', message: 'No money' })
  if (method.startsWith('pm_card_expired')) return refused({ code: 'expired_card', message: 'Expired' })
  return { intent: { ...intent, status: method.startsWith('pm_sepa_debit') ? 'processing' : 'succeeded' }, error: null }
}
