import { setTimeout as pause } from 'node:timers/promises'
import { createSolver, type Solver } from '@bollard/proof-of-work'
import { startStripeServer, type StripeServer } from '../../../services/billing/src/testing/stripe-server.ts'
import { makeBelongings } from '../api/belongings.ts'
import type { Heard } from '../api/hearing.ts'
import type { Belongings } from '../api/kinds.ts'
import { makers } from '../api/make.ts'
import { type People, type Person, signUpAll, signUpAs } from '../api/people.ts'
import { type RunningApi, startApi } from '../api/start-api.ts'

/** The services with the people and things that the examples of the description are about. */
export interface Stage {
  readonly api: RunningApi
  readonly people: People
  /** Things of Ada. */
  readonly its: Belongings
  /** Makes more of them. */
  readonly make: ReturnType<typeof makers>
  readonly stripe: StripeServer
  readonly stripeWebhookSecret: string
  readonly solver: Solver
  /** Answers that were heard beside those of `api.hearing`, such as the first event of a stream. */
  readonly further: Heard[]
  stop(): Promise<void>
}

/** When the examples happen. The clock goes on from there, and all but the last happens within the ten minutes of a proof. */
export const stageBegins = new Date('2026-03-02T09:01:00Z')

/** Starts everything in March 2026, with a payment provider that is a local server, and terms that an operator offers. */
export async function startStage(): Promise<Stage> {
  const begun = performance.now()
  const stripe = await startStripeServer()
  const stripeWebhookSecret = 'whsec_examples'
  const api = await startApi({
    now: () => new Date(stageBegins.getTime() + performance.now() - begun),
    settings: {
      STRIPE_API_URL: stripe.url,
      STRIPE_SECRET_KEY: 'sk_test_examples',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_examples',
      STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
      API_KEYS_FOR: 'solution-admins',
    },
    terms: { dpa: { version: '2026-01', url: 'https://operator.example/dpa' } },
  })
  const people = await signUpAll(api)
  return {
    api,
    people,
    its: await makeBelongings(api, people.ada, [people.mia, people.vic]),
    make: makers(api, people.ada),
    stripe,
    stripeWebhookSecret,
    solver: await createSolver({ wasm: true }),
    further: [],
    async stop() {
      await api.stop()
      await stripe.close()
    },
  }
}

let strangers = 0

/** Somebody of their own, so that what happens to their account happens to nobody else. */
export function newPerson({ api }: Pick<Stage, 'api'>, name: string): Promise<Person> {
  strangers += 1
  return signUpAs(api, {
    email: `${name.toLowerCase()}@shop.example`,
    password: 'five umbrellas in an empty theatre',
    givenName: name,
    address: `203.0.113.${100 + strangers}`,
  })
}

/** What the first group of a pattern finds in the newest mail to an address in which it finds anything, text or link to unsubscribe. */
export async function inMailTo({ api }: Pick<Stage, 'api'>, to: string, pattern: RegExp): Promise<string> {
  await api.services.identity.drain()
  // Alerts are sent in the background.
  for (const waitUntil = performance.now() + 30_000; performance.now() < waitUntil; await pause(50)) {
    while ((await api.services.outbox.sendDue(50)) > 0);
    const { rows } = await api.db.pool.query<{ text: string }>(
      `select concat_ws(' ', body_text, unsubscribe_url) as text from mail.mails where recipient = $1 order by sent_at desc, id desc`,
      [to],
    )
    const found = rows.map(({ text }) => pattern.exec(text)?.[1]).find((one) => one !== undefined)
    if (found !== undefined) return decodeURIComponent(found)
  }
  throw new Error(`No mail to ${to} in which ${pattern} finds anything`)
}

export const linkToken = /token=([\w.~%-]+)/u
