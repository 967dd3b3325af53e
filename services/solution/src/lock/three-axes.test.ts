import { type Lifecycle, type LockReason, lifecycleSteps, type Solution } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { runs, seed } from '@bollard/testing/seed'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { BillingSummary } from '../solution-context.ts'
import { people, type Person, startService, type TestService } from '../testing/start-service.ts'

const day = 86_400_000
const members = { ada: 'ADMIN', bob: 'MEMBER', newcomer: 'VIEWER', eve: null, operator: null } as const
type Actor = keyof typeof members & Person
const owners = ['OWNER_REQUEST'] as const
const everybody = ['ABUSE', 'LEGAL_ORDER', 'SECURITY_INCIDENT', 'OWNER_REQUEST'] as const

/** What the product says of the three axes, written down a second time. */
interface Model {
  lifecycle: Lifecycle
  endsAt: number | null
  deletionAt: number | null
  readonly locks: Map<LockReason, string>
  billing: BillingSummary['status']
  now: number
}

/** One thing that somebody tries; the status says whether it has to work out. */
type Step =
  | { readonly kind: 'cancel' | 'undo' | 'restore' | 'delete'; readonly by: Actor }
  | {
      readonly kind: 'lock' | 'unlock'
      readonly by: Actor
      readonly reason: (typeof everybody)[number]
      readonly readOnly: boolean
    }
  | { readonly kind: 'pay'; readonly status: BillingSummary['status'] }
  | { readonly kind: 'wait'; readonly days: number }

const by = fc.constantFrom<Actor[]>('ada', 'ada', 'ada', 'bob', 'newcomer', 'eve', 'operator')
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('cancel', 'undo', 'restore', 'delete'), by }),
  fc.record({
    kind: fc.constantFrom('lock', 'unlock'),
    by,
    reason: fc.constantFrom(...everybody),
    readOnly: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('pay' as const),
    status: fc.constantFrom('TRIALING', 'ACTIVE', 'PAST_DUE', 'UNPAID', 'CANCELED'),
  }),
  fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(1, 10, 31, 45) }),
)

// A few services, so that nobody is stopped for calling too often.
test.each(Array.from({ length: runs(4) }, (_, index) => index + 1))(
  'lifecycle, billing and locks move for themselves, and only as written down (%i)',
  { timeout: 60_000 },
  async (part) => {
    // Of its own, as the schema gets more than migrations make.
    const postgres = await startTestDatabase({ apart: true })
    onTestFinished(() => postgres.stop())
    const service = await startService(postgres, {
      // Everybody has just proved who they are, however many days the steps wait.
      findActor: async (cookie) => {
        const [, actor] = Object.entries(people).find(([name]) => cookie === `session=${name}`) ?? []
        return actor === undefined ? null : { ...actor, provenAt: service.clock.now }
      },
    })
    await watchSteps(service)
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 14 }), (plan) => play(service, plan)),
      // Ends and goes in one run of the job, which was away for long.
      {
        numRuns: 10,
        // Other steps for each service.
        seed: seed + part,
        examples: [
          [
            [
              { kind: 'cancel', by: 'ada' },
              { kind: 'wait', days: 45 },
              { kind: 'wait', days: 31 },
              { kind: 'lock', by: 'ada', reason: 'ABUSE', readOnly: false },
            ],
          ],
        ],
      },
    )
  },
)

/** Lets the database itself write down every step that a lifecycle takes. */
async function watchSteps({ db }: TestService): Promise<void> {
  await db.pool.query(`create table public.steps (former text, latter text);
    create function public.note_step() returns trigger language plpgsql security definer as $$
    begin insert into public.steps values (old.lifecycle, new.lifecycle); return null; end $$;
    create trigger note_step after update on solution.solutions for each row when (old.lifecycle <> new.lifecycle) execute function public.note_step()`)
}

async function play(service: TestService, plan: readonly Step[]): Promise<void> {
  const { id } = await service.create('ada')
  for (const [person, role] of Object.entries(members))
    if (role !== null && person !== 'ada') await service.join(person as Actor, id, role)
  const model: Model = {
    lifecycle: 'ACTIVE',
    endsAt: null,
    deletionAt: null,
    locks: new Map(),
    billing: 'ACTIVE',
    now: service.clock.now.getTime(),
  }
  bill(service, id, model)
  for (const step of plan) {
    const former = model.lifecycle
    const expected = change(model, step)
    const status = await take(service, id, model, step)
    if (expected !== null)
      expect([status < 300, status], `${JSON.stringify(step)} at ${former}`).toEqual([expected, status])
    await compare(service, id, model)
  }
  const taken = await service.db.query<{ former: Lifecycle; latter: Lifecycle }>(
    'test-steps',
    'select distinct former, latter from public.steps',
  )
  for (const { former, latter } of taken) expect(lifecycleSteps[former]).toContain(latter)
  // The next plan begins with a solution of its own.
  service.billing.delete(id)
}

/** Moves the model; null for what nobody answers. */
function change(model: Model, step: Step): boolean | null {
  switch (step.kind) {
    case 'wait':
      model.now += step.days * day
      return runDue(model)
    case 'pay':
      model.billing = step.status
      return null
    case 'lock': {
      if (!mayLock(model, step) || model.locks.has(step.reason)) return false
      const fixed = { ABUSE: 'REFUSE', SECURITY_INCIDENT: 'RESULTS_REFUSED' } as const
      model.locks.set(
        step.reason,
        step.reason in fixed ? fixed[step.reason as keyof typeof fixed] : step.readOnly ? 'READ_ONLY' : 'REFUSE',
      )
      return true
    }
    case 'unlock':
      return mayLock(model, step) && model.locks.delete(step.reason)
    case 'cancel':
      if (step.by !== 'ada') return false
      // What has ended is not paid for any more, so nothing is left to wait for.
      if (model.lifecycle === 'ENDED') return move(model, 'DELETION_PENDING', { deletionAt: model.now + 30 * day })
      if (model.lifecycle !== 'ACTIVE') return false
      return move(model, 'CANCEL_SCHEDULED', { endsAt: periodEnd(model) })
    case 'undo':
      if (step.by !== 'ada' || model.lifecycle !== 'CANCEL_SCHEDULED') return false
      return move(model, 'ACTIVE', {})
    case 'restore':
      if (step.by !== 'ada' || !(model.lifecycle === 'ENDED' || model.lifecycle === 'DELETION_PENDING')) return false
      return move(model, 'ACTIVE', {})
    case 'delete':
      if (step.by !== 'ada' || model.lifecycle === 'DELETED' || model.lifecycle === 'DELETION_PENDING') return false
      return move(model, 'DELETION_PENDING', { deletionAt: model.now + 30 * day })
    default:
      return step satisfies never
  }
}

function mayLock({ lifecycle }: Model, step: { by: Actor; reason: LockReason }): boolean {
  if (lifecycle === 'DELETED') return false
  return step.by === 'operator' || (step.by === 'ada' && (owners as readonly LockReason[]).includes(step.reason))
}

function move(
  model: Model,
  lifecycle: Lifecycle,
  { endsAt = null, deletionAt = null }: Partial<Pick<Model, 'endsAt' | 'deletionAt'>>,
): true {
  Object.assign(model, { lifecycle, endsAt, deletionAt })
  return true
}

/** One run does one step with what is due; a solution that ended long ago is gone with the same run. */
function runDue(model: Model): null {
  if (model.lifecycle === 'CANCEL_SCHEDULED' && model.endsAt !== null && model.endsAt <= model.now) {
    const { endsAt } = model
    move(model, 'ENDED', { endsAt, deletionAt: endsAt + 30 * day })
  }
  if (model.deletionAt !== null && model.deletionAt <= model.now) {
    move(model, 'DELETED', {})
    model.locks.clear()
  }
  return null
}

function periodEnd({ now }: Model): number {
  return now + 20 * day
}

function bill({ billing }: TestService, id: string, model: Model): void {
  billing.set(id, {
    planCode: 'STARTER',
    status: model.billing,
    trialEndsAt: null,
    periodEndsAt: new Date(periodEnd(model)),
    invoiceAddressId: null,
    paymentMethodId: null,
    usageAlertPercents: [],
    usage: { period: '2026-03', counted: 0, included: 1 },
  })
}

async function take(service: TestService, id: string, model: Model, step: Step): Promise<number> {
  const path = `/solutions/${id}`
  bill(service, id, model)
  switch (step.kind) {
    case 'wait':
      service.clock.now = new Date(model.now)
      await service.service.runDue(service.clock.now)
      return 0
    case 'pay':
      return 0
    case 'lock': {
      const effect =
        step.reason === 'LEGAL_ORDER' || step.reason === 'OWNER_REQUEST'
          ? { effect: step.readOnly ? 'READ_ONLY' : 'REFUSE' }
          : {}
      return (await service.call(step.by, 'PUT', `${path}/lock`, { reason: step.reason, ...effect, internalNote: 'x' }))
        .status
    }
    case 'unlock':
      return (await service.call(step.by, 'PUT', `${path}/unlocked`, { reasonResolved: step.reason })).status
    case 'undo':
      return (await service.call(step.by, 'DELETE', `${path}/cancellation`)).status
    case 'restore':
      return (await service.call(step.by, 'POST', `${path}/restoration`)).status
    case 'cancel':
    case 'delete': {
      const body = {
        confirmLabel: 'Shop',
        reason: 'OTHER',
        effective: step.kind === 'delete' ? 'IMMEDIATE' : 'END_OF_PERIOD',
      }
      return (await service.call(step.by, 'DELETE', path, body)).status
    }
    default:
      return step satisfies never
  }
}

async function compare(service: TestService, id: string, model: Model): Promise<void> {
  const solution = (await service.call('operator', 'GET', `/solutions/${id}`)).json<Solution>()
  const seen = {
    lifecycle: solution.lifecycle,
    deletionAt: solution.deletionAt,
    billing: solution.billing?.status,
    locks: Object.fromEntries(solution.locks.map(({ reason, effect }) => [reason, effect])),
  }
  expect(seen).toEqual({
    lifecycle: model.lifecycle,
    deletionAt: model.deletionAt === null ? null : new Date(model.deletionAt).toISOString(),
    billing: model.billing,
    locks: Object.fromEntries(model.locks),
  })
  // The captcha knows just what holds: no axis hides what another one asks for.
  const ended = model.lifecycle === 'ENDED' || model.lifecycle === 'DELETION_PENDING' || model.lifecycle === 'DELETED'
  const effects = new Set([...model.locks.values(), ...(ended ? ['REFUSE', 'READ_ONLY'] : [])])
  const told = service.restricted.findLast(({ solutionId }) => solutionId === id)?.effects ?? []
  expect([...told]).toEqual([...effects].toSorted())
}
