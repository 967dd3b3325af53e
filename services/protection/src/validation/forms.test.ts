import {
  protectedFormsMax,
  type ProtectedForm,
  type Review,
  type ReviewDetail,
  type ValidationAnswer,
} from '@bollard/contracts'
import { seededRandom } from '@bollard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resealForms } from '../reseal.ts'
import { askForms, enquiry, links, message, offer, signature } from '../testing/ask-forms.ts'
import { keyOfTests, ours, pathOf, startService, type TestService, theirs } from '../testing/start-service.ts'

let world: TestService
const owned = new Map<string, string[]>()
beforeAll(async () => {
  world = await startService({ solutionsOfOwner: async (id) => owned.get(id) ?? [id] })
})
afterAll(() => world?.stop())
beforeEach(async () => {
  await world.service.recorder.flush()
  await world.db.pool
    .query(`delete from protection.forms; delete from protection.spam_filters; delete from protection.filter_days;
    delete from protection.seen_boxes; delete from protection.seen_texts; delete from protection.seen_passages;
    delete from protection.counts`)
  // Past every limit of a minute.
  later(2)
  world.captcha.passed.clear()
  owned.clear()
})

const { make, send, codes, inbox, decide, filter } = askForms(() => world)
const codeOf = (answer: { status: number; json<Body>(): Body }) => [answer.status, answer.json<{ code: string }>().code]
const later = (minutes: number) => (world.clock.now = new Date(world.clock.now.getTime() + minutes * 60_000))

describe('a form', () => {
  test('is made in dry run, changed by its version, and deleted with its messages', async () => {
    const { mode: _, ...unsaid } = enquiry
    const made = await world.call('mia', 'createProtectedForm', { body: unsaid })
    const form = made.json<ProtectedForm>()
    expect([made.status, form.mode, made.headers.location]).toEqual([
      201,
      'DRY_RUN',
      `${pathOf('listProtectedForms')}/${form.id}`,
    ])
    const params = { formId: form.id }
    const change = (more: object) =>
      world.call('mia', 'updateProtectedForm', { params, body: { ...enquiry, version: 1, ...more } })
    expect((await change({ keepDays: 3 })).json()).toMatchObject({ mode: 'LIVE', keepDays: 3, version: 2 })
    expect(codeOf(await change({}))).toEqual([409, 'version-conflict'])
    await send({ message: links })
    const lastDays = { pass: 0, flag: 1, fail: 0, unknown: 0 }
    expect((await world.call('vic', 'getProtectedForm', { params })).json()).toMatchObject({ lastDays, waiting: 1 })
    expect((await world.call('mia', 'deleteProtectedForm', { params })).status).toBe(204)
    expect(codeOf(await world.call('mia', 'deleteProtectedForm', { params }))).toEqual([404, 'not-found'])
    expect(await inbox()).toEqual([])
    const { rows } = await world.db.pool.query('select action from audit.entries where target_id = $1 order by id', [
      form.id,
    ])
    const actions = ['created', 'changed', 'deleted'].map((action) => ({ action: `protected-form.${action}` }))
    expect(rows).toEqual(actions)
  })

  test.each([
    ['a name of another form', { name: 'taken' }, 409, 'in-use', undefined],
    ['a refusal before a review', { refuseFrom: 10 }, 422, 'validation-failed', '/refuseFrom'],
    ['two fields of one name', { fields: [message, message] }, 422, 'validation-failed', '/fields'],
    ['a schema', { fields: [{ name: 'a', kind: 'SCHEMA', schema: {} }] }, 422, 'validation-failed', '/fields/0/kind'],
    ['a line break in a name', { fields: [{ ...message, name: 'a\nb' }] }, 422, 'validation-failed', '/fields/0/name'],
    ['no fields', { fields: [] }, 422, 'validation-failed', '/fields'],
  ])('is refused with %s', async (_what, more, status, code, pointer) => {
    await make({ name: 'taken' })
    const answer = await world.call('mia', 'createProtectedForm', { body: { ...enquiry, ...more } })
    expect(codeOf(answer)).toEqual([status, code])
    expect(answer.json<{ errors?: { pointer: string }[] }>().errors?.[0]?.pointer).toBe(pointer)
  })

  test(`is refused where there are ${protectedFormsMax}`, async () => {
    const { id } = await make()
    await world.db.pool
      .query(`insert into protection.forms select gen_random_uuid(), solution_id, 'copy-' || n, mode, fields, review_from,
      refuse_from, keep_days, created_at, updated_at, 1 from protection.forms, generate_series(2, ${protectedFormsMax}) n where id = '${id}'`)
    expect(codeOf(await world.call('mia', 'createProtectedForm', { body: { ...enquiry, name: 'more' } }))[1]).toBe(
      'quota-exceeded',
    )
  })

  test('and its messages are nobody else’s, and viewers read no message', async () => {
    const { id: formId } = await make()
    const { reviewId } = await send({ message: links })
    const params = { formId, reviewId: String(reviewId) }
    const body = { ...enquiry, version: 1, state: 'APPROVED', values: {}, language: 'en' }
    for (const id of [
      'getProtectedForm',
      'deleteProtectedForm',
      'getReview',
      'listReviews',
      'resetSpamFilter',
    ] as const)
      for (const who of ['eve', 'bsec_theirs'] as const)
        expect(codeOf(await world.call(who, id, { params }))).toEqual([404, 'not-found'])
    // Of their own solution, by ids of ours.
    for (const id of ['getProtectedForm', 'getReview', 'decideReview'] as const) {
      const answer = await world.call('eve', id, {
        params: { ...params, solutionId: theirs },
        ...(id === 'decideReview' && { body: { state: 'APPROVED' } }),
      })
      expect(codeOf(answer)).toEqual([404, 'not-found'])
    }
    for (const id of ['listReviews', 'getReview', 'decideReview', 'createProtectedForm', 'resetSpamFilter'] as const)
      expect(
        codeOf(
          await world.call('vic', id, { params, body: id === 'decideReview' ? { state: body.state } : enquiry }),
        )[0],
      ).toBe(403)
    expect(codeOf(await world.call('bsec_theirs', 'validate', { body: { form: 'enquiry', values: {} } }))).toEqual([
      404,
      'not-found',
    ])
  })
})

describe('a message', () => {
  test('is allowed, reviewed or refused by its weight, and allowed by a form in dry run', async () => {
    await make()
    expect(await send({ message: 'Hello, is it open on Sunday?' })).toMatchObject({
      conclusion: 'ALLOW',
      reviewId: null,
      weight: 0,
    })
    expect(await send({ message: links })).toMatchObject({
      conclusion: 'REVIEW',
      weight: 30,
      reviewId: expect.any(String),
    })
    const hostile = `${links} https://user:pass@bit.ly`
    expect(await send({ message: hostile })).toMatchObject({ conclusion: 'DENY', reviewId: expect.any(String) })
    await make({ name: 'trial', mode: 'DRY_RUN' })
    expect(await send({ message: hostile }, { form: 'trial' })).toMatchObject({ conclusion: 'ALLOW', found: 'DENY' })
    expect(await send({ email: 'ada@@' })).toMatchObject({ conclusion: 'DENY', outcome: 'FAIL', reviewId: null })
    world.captcha.passed.set(`${ours} token`, '019a9b1c-5d3e-7000-8000-0000000000cc')
    expect(await send({ message: hostile }, { captchaToken: 'token' })).toMatchObject({ conclusion: 'REVIEW' })
    expect(await send({ message: hostile }, { captchaToken: 'another' })).toMatchObject({ conclusion: 'DENY' })
    // What a live form held or refused is counted for its site.
    await world.service.recorder.flush()
    const { rows } = await world.db.pool.query(
      `select value, sum(allow)::int as count from protection.counts where value = 'messages' group by value`,
    )
    expect(rows).toEqual([{ value: 'messages', count: 5 }])
  })

  test('is sealed in the database and is shown as it was written', async () => {
    await make({ reviewFrom: 1 })
    const script = `<img src=x onerror=alert(1)>\n\u202e${links}`
    const { reviewId, decisionId } = await send({
      message: script,
      email: 'ada@shop.example',
      secret: 'not in the form',
    })
    const { rows } = await world.db.pool.query('select row_to_json(r)::text as row from protection.reviews r')
    expect(JSON.stringify(rows)).not.toMatch(/onerror|shop\.example/u)
    const review = (
      await world.call('mia', 'getReview', { params: { reviewId: String(reviewId) } })
    ).json<ReviewDetail>()
    expect(review).toMatchObject({
      values: { message: script, email: 'ada@shop.example' },
      decisionId,
      state: 'WAITING',
    })
    expect(Object.keys(review.values)).toEqual(['message', 'email'])
    expect((await inbox())[0]?.excerpt).toMatch(/^<img src=x onerror=alert\(1\)> Please/u)
  })

  test('is sealed anew under a new key, with what the filter learned', async () => {
    await make()
    await decide((await send({ message: `${links} first` }, { address: '8.8.8.8' })).reviewId, 'REJECTED')
    await send({ message: links })
    const sealingKeys = [{ id: 2, secret: Buffer.alloc(32, 2) }]
    expect(await resealForms(world.db, [...sealingKeys, keyOfTests])).toEqual({ resealed: 5, lost: 0 })
    const { ask } = await world.anotherServer({ sealingKeys })
    const { items } = (await ask('listReviews')).json<{ items: Review[] }>()
    expect(items[0]?.excerpt).toBe(links)
    const params = { reviewId: String(items[0]?.id) }
    expect((await ask('getReview', { params })).json()).toMatchObject({ values: { message: links } })
    expect(await resealForms(world.db, [{ id: 3, secret: Buffer.alloc(32, 3) }])).toEqual({ resealed: 0, lost: 5 })
  })

  test('is deleted when its days are over', async () => {
    await make()
    await send({ message: links })
    later(10 * 1_440 - 1)
    await world.service.sweep()
    expect(await inbox()).toHaveLength(1)
    later(1)
    await world.service.sweep()
    expect(await inbox()).toEqual([])
    const { rows } = await world.db.pool.query(
      'select from protection.seen_passages union all select from protection.seen_texts',
    )
    expect(rows).toEqual([])
  })

  test('that comes again in one of several fields is told', async () => {
    await make({ fields: [message, { ...message, name: 'subject', isOptional: true }] })
    await send({ message: offer, subject: 'An offer that you will not read' })
    later(11)
    const again = await send({ message: offer, subject: 'Another offer' })
    expect(again.fields.map(({ outcome }) => outcome)).toEqual(['FLAG', 'PASS'])
  })

  test('that comes again is told, at every site of its owner, and not where it is sent twice at once', async () => {
    await make()
    await make({}, 'bsec_theirs', theirs)
    expect(await codes({ message: offer }, { address: '8.8.8.8' })).toEqual([])
    expect(await codes({ message: offer }, { address: '8.8.8.8' })).toEqual([])
    expect(await codes({ message: offer.toUpperCase() }, { address: '9.9.9.9' })).toEqual(['text-near-duplicate'])
    expect(await codes({ message: offer }, {}, 'bsec_theirs')).toEqual([])
    owned.set(theirs, [ours, theirs])
    later(20)
    expect(await codes({ message: offer }, {}, 'bsec_theirs')).toEqual(['text-near-duplicate'])
    const hello = 'Good morning'
    expect(await codes({ message: hello, email: 'a.da@gmail.com' })).toEqual(['email-domain-without-mail'])
    expect(await codes({ message: hello, email: 'ada@shop.example' })).toEqual([])
    expect(await codes({ message: hello, email: 'ADA@shop.example' })).toEqual([])
    later(11)
    expect(await codes({ message: hello, email: 'ADA@shop.example' })).toEqual(['email-seen-before'])
    later(31 * 1_440)
    expect(await codes({ message: hello, email: 'ada@shop.example' })).toEqual([])
  })

  test('that is padded anew each time is told once three others sent it, and a signature of one sender is not', async () => {
    await make()
    const random = seededRandom('padded messages')
    const padding = () => Array.from({ length: 4_200 }, () => Math.floor(random() * 1e9).toString(36)).join(' ')
    const advert = `${offer}, and our whole agency answers every question that you have about it today`
    const from = (address: string, text: string) => codes({ message: text }, { address })
    for (const address of ['8.8.8.8', '9.9.9.9', '1.1.1.1'])
      expect(await from(address, `${padding()} ${advert}`)).toEqual([])
    expect(await from('4.4.4.4', `${padding()} ${advert}`)).toEqual(['text-near-duplicate'])
    expect(await from('5.5.5.5', `${advert} ${padding()}`)).toEqual(['text-near-duplicate'])
    for (let mail = 0; mail < 4; mail += 1) expect(await from('6.6.6.6', `${padding()} ${signature}`)).toEqual([])
  })

  test('sent many times at once, its fields the other way round, is judged each time', async () => {
    const fields = ['message', 'subject'].map((name) => ({ ...message, name }))
    await make({ fields })
    await make({ fields, name: 'other' })
    const sent = Array.from({ length: 20 }, () => [
      send({ message: offer, subject: signature }, { address: '8.8.8.8' }),
      send({ message: signature, subject: offer }, { address: '8.8.8.8', form: 'other' }),
    ])
    expect(new Set((await Promise.all(sent.flat())).map(({ found }) => found))).toEqual(new Set(['ALLOW']))
  })

  test('is asked about in a register when it is sent', async () => {
    const asked: string[] = []
    const { ask } = await world.anotherServer({ askRegister: async (vatId) => (asked.push(vatId), false) })
    await make({ fields: [{ name: 'vat', kind: 'VAT_ID', asksRegister: true }] })
    const body = { form: 'enquiry', values: { vat: 'DE136695976' } }
    const { conclusion, fields } = (await ask('validate', { body })).json<ValidationAnswer>()
    const codes = fields.flatMap(({ findings }) => findings.map(({ code }) => code))
    expect([conclusion, codes, asked]).toEqual(['REVIEW', ['vat-not-registered'], ['DE136695976']])
  })

  test('of ten long fields is kept as far as it was looked at, for a person to decide', async () => {
    const names = Array.from({ length: 10 }, (_one, index) => `field-${index}`)
    await make({ fields: [message, ...names.map((name) => ({ ...message, name }))] })
    const long = Object.fromEntries(names.map((name) => [name, 'lorem ipsum '.repeat(9_000)]))
    const { conclusion, fields, reviewId } = await send({ message: links, ...long })
    expect(conclusion).toBe('DENY')
    expect(fields.map(({ findings }) => findings.map(({ code }) => code))).toEqual([
      ['text-many-links'],
      ...names.map(() => ['value-cut']),
    ])
    const { values } = (
      await world.call('mia', 'getReview', { params: { reviewId: String(reviewId) } })
    ).json<ReviewDetail>()
    expect(values['message']).toBe(links)
    expect(Object.values(values).join('').length).toBeLessThanOrEqual(120_000)
    expect((await decide(reviewId, 'REJECTED')).status).toBe(200)
  })

  test('of many fields or much text is judged, and of more refused', async () => {
    await make()
    expect(await send({ message: '字'.repeat(100_000) })).toMatchObject({ conclusion: 'ALLOW' })
    for (const values of [
      { message: 'a'.repeat(110_001) },
      Object.fromEntries(Array.from({ length: 101 }, (_one, index) => [`f${index}`, ''])),
    ])
      expect(codeOf(await world.call('bsec_ours', 'validate', { body: { form: 'enquiry', values } }))[0]).toBe(422)
    expect(codeOf(await world.call('bsec_ours', 'validate', { body: { form: 'none', values: {} } }))).toEqual([
      404,
      'not-found',
    ])
    for (const who of [null, 'mia'] as const)
      expect(codeOf(await world.call(who, 'validate', { body: { form: 'enquiry', values: {} } }))).toEqual([
        401,
        'secret-key-invalid',
      ])
  })
})

describe('the filter', () => {
  /** Reviews that wait, of as many authors, with what each wrote. */
  const write = async (texts: readonly string[], address?: (index: number) => string) => {
    const ids: (string | null)[] = []
    for (const [index, text] of texts.entries()) {
      const from = address?.(index)
      ids.push((await send({ message: `${text} ${links}` }, from === undefined ? {} : { address: from })).reviewId)
    }
    return ids
  }
  const spam = Array.from({ length: 10 }, (_one, index) => `casino bonus jackpot number ${index} wins`)
  const wanted = Array.from({ length: 10 }, (_one, index) => `garden table delivery order ${index} late`)
  const from = (index: number) => `8.8.${index}.8`

  test('learns from decisions, says when it was right, unlearns the other decision, and forgets all', async () => {
    await make({ refuseFrom: null })
    const [bad, good] = [await write(spam, from), await write(wanted, (index) => `9.9.${index}.9`)]
    for (const id of bad) expect((await decide(id, 'REJECTED')).status).toBe(200)
    for (const id of good) await decide(id, 'APPROVED')
    await decide(good[0] ?? null, 'APPROVED')
    const sources = expect.arrayContaining([expect.objectContaining({ name: 'mailchecker', fresh: false })])
    expect(await filter()).toMatchObject({ taught: { spam: 10, wanted: 10 }, needed: 10, right: 0, wrong: 0, sources })
    const told = await send({ message: 'casino bonus jackpot wins' })
    expect(told.fields[0]?.findings.map(({ code }) => code)).toEqual(['text-spam'])
    const detail = await world.call('mia', 'getReview', { params: { reviewId: String(told.reviewId) } })
    expect(detail.json<ReviewDetail>().tellingWords[0]?.share).toBeGreaterThan(0.5)
    await decide(told.reviewId, 'REJECTED')
    expect(await filter()).toMatchObject({ right: 1, wrong: 0, taught: { spam: 11, wanted: 10 } })
    expect((await decide(told.reviewId, 'APPROVED')).json()).toMatchObject({
      state: 'APPROVED',
      decidedBy: expect.any(String),
    })
    expect(await filter()).toMatchObject({ right: 0, wrong: 1, taught: { spam: 10, wanted: 11 } })
    expect((await world.call('mia', 'resetSpamFilter')).status).toBe(204)
    expect(await filter()).toMatchObject({ right: 0, wrong: 0, taught: { spam: 0, wanted: 0 } })
    // What a former life has learned is not taken from the next one.
    await decide(bad[0] ?? null, 'APPROVED')
    expect(await filter()).toMatchObject({ taught: { spam: 0, wanted: 1 } })
  })

  test('is taught by one author five times at most', async () => {
    await make({ refuseFrom: null })
    const ids = await write(spam.slice(0, 8), () => '8.8.8.8')
    for (const id of ids) await decide(id, 'REJECTED')
    expect(await filter()).toMatchObject({ taught: { spam: 5, wanted: 0 } })
    // Decided anew, what was never learned is not unlearned.
    await decide(ids[7] ?? null, 'APPROVED')
    expect(await filter()).toMatchObject({ taught: { spam: 5, wanted: 0 } })
  })
})

describe('what is typed', () => {
  const ask = async (values: object, { key = 'bsk_ours', origin = 'https://shop.example', form = 'enquiry' } = {}) =>
    world.raw({
      method: 'POST',
      url: pathOf('validateTyped', { siteKey: key }),
      headers: { origin, cookie: 'mia' },
      payload: { form, values, language: 'de-AT' },
    })

  test('is told only where it cannot be right, to pages of the site', async () => {
    const iban = { name: 'iban', kind: 'IBAN' }
    await make({ fields: [...enquiry.fields, { ...iban, isOptional: true }] })
    await send({ message: 'Hello', email: 'ada@shop.example' })
    later(20)
    const values = { email: 'ada@shop.example', iban: 'DE00', message: links, other: 'x' }
    const answer = await ask(values)
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, '*'])
    expect(answer.json()).toMatchObject({
      fields: [
        { name: 'email', outcome: 'PASS', message: null },
        { name: 'iban', outcome: 'FAIL', message: expect.stringContaining('IBAN') },
      ],
    })
    const slip = (await ask({ email: 'ada@gmial.com' })).json()
    expect(slip).toMatchObject({
      fields: [{ suggestion: 'ada@gmail.com', message: expect.stringContaining('Meinten Sie') }],
    })
    expect((await ask({ email: '', iban: ' ' })).json()).toMatchObject({
      fields: [
        { name: 'email', outcome: 'PASS' },
        { name: 'iban', outcome: 'PASS' },
      ],
    })
    const refusals = await Promise.all([
      ask({}, { key: 'bsk_nobody' }),
      ask({}, { origin: 'https://evil.example' }),
      ask({}, { form: 'none' }),
      ask(Object.fromEntries(Array.from({ length: 11 }, (_one, index) => [`f${index}`, 'x']))),
    ])
    expect(refusals.map((one) => one.json<{ code: string }>().code)).toEqual([
      'site-key-unknown',
      'origin-not-allowed',
      'not-found',
      'validation-failed',
    ])
  })

  test('of a form in dry run is told nothing, and nobody is asked without an end', async () => {
    await make({ mode: 'DRY_RUN' })
    expect((await ask({ email: '@@' })).json()).toMatchObject({ fields: [] })
    const asked = await Promise.all(Array.from({ length: 60 }, () => ask({})))
    expect(asked.at(-1)?.json<{ code: string }>().code).toBe('rate-limited')
    const preflight = await world.raw({ method: 'OPTIONS', url: pathOf('validateTyped', { siteKey: 'bsk_ours' }) })
    expect([preflight.statusCode, preflight.headers['access-control-allow-methods']]).toEqual([204, 'POST'])
  })
})

test('trying a form keeps and teaches nothing, thirty times a minute', async () => {
  const attempt = () =>
    world.call('vic', 'tryProtectedForm', {
      body: { fields: enquiry.fields, values: { message: links, email: 'ada@shop.example' } },
    })
  expect((await attempt()).json()).toMatchObject({ weight: 30, fields: [{ outcome: 'FLAG' }, { outcome: 'PASS' }] })
  const { rows } = await world.db.pool.query(
    'select 1 from protection.seen_boxes union all select 1 from protection.reviews',
  )
  expect(rows).toEqual([])
  for (let count = 1; count < 30; count += 1) await attempt()
  expect(codeOf(await attempt())).toEqual([429, 'rate-limited'])
})
