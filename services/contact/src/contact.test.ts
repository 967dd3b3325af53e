import type { Enquiry, InboxEnquiry, Problem } from '@bollard/contracts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { adasSolution, people, startService } from './testing/start-service.ts'

const it = await startService()
afterAll(() => it.stop())
beforeEach(async () => {
  it.mails.length = 0
  // Limits begin anew.
  it.clock.now = new Date(it.clock.now.getTime() + 86_400_001)
  await it.db.query('test-empty', 'delete from contact.enquiries', [])
})

const question = { topic: 'TECHNICAL', message: 'The widget does not appear.\nWhy is that? 日本語 🙂' }
const write = async (more: object = {}, person: 'ada' | 'eve' = 'ada') =>
  (await it.call(person, 'POST', '/enquiries', { ...question, ...more })).json<Enquiry>()
const listOf = async (person: 'ada' | 'eve') =>
  (await it.call(person, 'GET', '/enquiries')).json<{ items: Enquiry[] }>().items
const faultOf = (answer: { json<T>(): T }) => {
  const { code, errors } = answer.json<Problem>()
  return [code, errors?.[0]?.pointer ?? null]
}

test('an enquiry is kept, confirmed in the words of who wrote it, and mailed to the operators', async () => {
  const answer = await it.call('ada', 'POST', '/enquiries', {
    ...question,
    solutionId: adasSolution,
    reference: '019a9b1c-5d3e',
  })
  expect(answer.status).toBe(201)
  const enquiry = answer.json<Enquiry>()
  expect(enquiry).toMatchObject({ ...question, solutionId: adasSolution, state: 'OPEN', replies: [] })
  expect((await it.call('ada', 'GET', `/enquiries/${enquiry.id}`)).json()).toEqual(enquiry)
  const [receipt, news] = it.mails
  expect([receipt?.to, news?.to]).toEqual([people.ada.email, people.operator.email])
  expect(receipt?.text).toContain('Technical question')
  // What somebody wrote goes to the operators alone: the receipt cannot carry a message to a stranger.
  expect(receipt?.text).not.toContain('does not appear')
  for (const said of ['The widget does not appear.', '日本語 🙂', 'Shop', '019a9b1c-5d3e', 'person1@example.org'])
    expect(news?.text).toContain(said)
  await write({}, 'eve')
  expect(it.mails[2]?.text).toContain('Technische Frage')
})

test('HTML in a message is text in the mail', async () => {
  await write({ message: '<img src=x onerror=alert(1)> <a href="https://evil.example">Sign in</a>' })
  expect(it.mails[1]?.html).not.toContain('<img src=x')
  expect(it.mails[1]?.html).not.toContain('href="https://evil.example"')
})

test('everybody sees their own enquiries and nobody else’s, also not by their id', async () => {
  const { id } = await write()
  await write({ topic: 'PRIVACY' }, 'eve')
  expect((await listOf('ada')).map(({ topic }) => topic)).toEqual(['TECHNICAL'])
  expect((await listOf('eve')).map(({ topic }) => topic)).toEqual(['PRIVACY'])
  expect(faultOf(await it.call('eve', 'GET', `/enquiries/${id}`))).toEqual(['not-found', null])
  expect(faultOf(await it.call(null, 'GET', '/enquiries'))).toEqual(['unauthenticated', null])
})

test('a page of enquiries ends where the next one begins', async () => {
  for (const topic of ['TECHNICAL', 'BILLING', 'OTHER']) await write({ topic })
  const first = (await it.call('ada', 'GET', '/enquiries?limit=2')).json<{ items: Enquiry[]; nextCursor: string }>()
  const second = (await it.call('ada', 'GET', `/enquiries?limit=2&cursor=${first.nextCursor}`)).json<{
    items: Enquiry[]
    nextCursor: null
  }>()
  expect([...first.items, ...second.items].map(({ topic }) => topic)).toEqual(['OTHER', 'BILLING', 'TECHNICAL'])
  expect(second.nextCursor).toBeNull()
})

test.for([
  ['a topic that is none', { topic: 'SPAM' }, '/topic'],
  ['too little', { message: 'Help' }, '/message'],
  ['nothing but blanks', { message: ' '.repeat(50) }, '/message'],
  ['too much', { message: 'x'.repeat(2_001) }, '/message'],
  ['characters that no text has', { message: 'The widget\u0000 does not appear' }, '/message'],
  ['text that reverses what follows', { message: 'The widget \u202e does not appear' }, '/message'],
  ['a reference of two lines', { reference: 'a\r\nBcc: victim@example.org' }, '/reference'],
  ['a solution of nobody', { solutionId: '019a9b1c-5d3e-7000-8000-0000000000bb' }, '/solutionId'],
] as const)('%s is refused by the name of its field', async ([, wrong, pointer]) => {
  const answer = await it.call('ada', 'POST', '/enquiries', { ...question, ...wrong })
  expect(faultOf(answer)).toEqual(['validation-failed', pointer])
  expect([await listOf('ada'), it.mails]).toEqual([[], []])
})

test('a solution of another tenant is refused as one that does not exist', async () => {
  const answer = await it.call('eve', 'POST', '/enquiries', { ...question, solutionId: adasSolution })
  expect(faultOf(answer)).toEqual(['validation-failed', '/solutionId'])
})

test('the same call twice is one enquiry', async () => {
  const key = { 'idempotency-key': 'once' }
  const [first, again] = [
    await it.call('ada', 'POST', '/enquiries', question, key),
    await it.call('ada', 'POST', '/enquiries', question, key),
  ]
  expect(again.json()).toEqual(first.json())
  expect((await listOf('ada')).length).toBe(1)
  expect(it.mails.length).toBe(2)
  const other = await it.call('ada', 'POST', '/enquiries', { ...question, topic: 'OTHER' }, key)
  expect(faultOf(other)).toEqual(['idempotency-mismatch', null])
})

test('nobody floods the operators', async () => {
  const statuses: number[] = []
  for (let round = 0; round < 6; round += 1)
    statuses.push((await it.call('ada', 'POST', '/enquiries', question)).status)
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  expect((await it.call('eve', 'POST', '/enquiries', question)).status).toBe(201)
})

test('an operator replies: it is stored, mailed to who asked, and on record', async () => {
  it.clock.now.setUTCMilliseconds(120)
  const { id } = await write({}, 'eve')
  it.mails.length = 0
  const key = { 'idempotency-key': 'reply' }
  const reply = { text: 'Please add your host name to the domains.' }
  const answer = await it.call('operator', 'POST', `/inbox/${id}/replies`, reply, key)
  expect(answer.status).toBe(201)
  await it.call('operator', 'POST', `/inbox/${id}/replies`, reply, key)
  expect(answer.json()).toMatchObject({ state: 'ANSWERED', person: { email: people.eve.email } })
  const [seen] = await listOf('eve')
  expect(seen).toMatchObject({ state: 'ANSWERED', replies: [{ text: reply.text, at: it.clock.now.toISOString() }] })
  expect(it.mails.map(({ to }) => to)).toEqual([people.eve.email])
  expect(it.mails[0]?.text).toContain(reply.text)
  expect(it.mails[0]?.text).toContain('https://dashboard.example.org/de/support')
  const [entry] = await it.db.query<{ action: string; actor: string }>(
    'test-audit',
    `select action, actor_kind as actor from audit.entries where scope = 'SYSTEM' and scope_id = 'contact' order by number desc limit 1`,
    [],
  )
  expect(entry).toEqual({ action: 'enquiry.answered', actor: 'OPERATOR' })
})

test('operators close and open enquiries, and filter by that', async () => {
  const { id } = await write()
  await write({ topic: 'OTHER' }, 'eve')
  expect((await it.call('operator', 'PUT', `/inbox/${id}/state`, { state: 'CLOSED' })).json()).toMatchObject({
    state: 'CLOSED',
  })
  const topics = async (query: string) =>
    (await it.call('operator', 'GET', `/inbox${query}`)).json<{ items: InboxEnquiry[] }>().items.map((one) => one.topic)
  expect(await topics('')).toEqual(['OTHER', 'TECHNICAL'])
  expect(await topics('?state=OPEN')).toEqual(['OTHER'])
  expect(await topics('?state=CLOSED')).toEqual(['TECHNICAL'])
  expect(faultOf(await it.call('operator', 'PUT', `/inbox/${id}/state`, { state: 'ANSWERED' }))).toEqual([
    'validation-failed',
    '/state',
  ])
})

test.for([
  ['GET', '/inbox', undefined],
  ['POST', '/inbox/019a9b1c-5d3e-7000-8000-0000000000cc/replies', { text: 'An answer to somebody' }],
  ['PUT', '/inbox/019a9b1c-5d3e-7000-8000-0000000000cc/state', { state: 'CLOSED' }],
] as const)('%s %s is for operators alone', async ([method, path, body]) => {
  expect(faultOf(await it.call('ada', method, path, body))).toEqual(['forbidden', null])
  expect(faultOf(await it.call(null, method, path, body))).toEqual(['unauthenticated', null])
  if (body !== undefined) expect(faultOf(await it.call('operator', method, path, body))).toEqual(['not-found', null])
})

test('what a person wrote is in the export of their account, and goes with it', async () => {
  const { id } = await write()
  await it.call('operator', 'POST', `/inbox/${id}/replies`, { text: 'An answer to Ada' })
  await write({}, 'eve')
  const [part] = await it.service.partsOfPerson(people.ada.userId)
  expect(part).toMatchObject({ path: 'enquiries.json', content: [{ id, replies: [{ text: 'An answer to Ada' }] }] })
  await it.service.forgetPerson(people.ada.userId)
  await it.service.forgetPerson(people.ada.userId)
  expect([(await listOf('ada')).length, (await listOf('eve')).length]).toEqual([0, 1])
  expect(await it.db.query('test-replies', 'select 1 from contact.replies', [])).toEqual([])
})

test('enquiries are kept for a year', async () => {
  await write()
  const inDays = (days: number) => new Date(it.clock.now.getTime() + days * 86_400_000)
  await it.service.sweep(inDays(364))
  expect((await listOf('ada')).length).toBe(1)
  await Promise.all([it.service.sweep(inDays(366)), it.service.sweep(inDays(366))])
  expect(await listOf('ada')).toEqual([])
})

const visit = {
  topic: 'SALES',
  message: 'How many verifications are in a plan?',
  name: 'Ben Visitor',
  email: 'ben@visitor.example',
  organization: 'Visitor Ltd',
  language: 'de',
  captchaToken: 'good',
}
const inbox = async () =>
  (await it.call('operator', 'GET', '/inbox')).json<{ items: InboxEnquiry[] }>().items.map((one) => ({ ...one }))

test('a visitor without an account writes: it is kept, confirmed without a word of theirs, and mailed to the operators', async () => {
  expect((await it.call(null, 'POST', '/visitor-enquiries', visit)).status).toBe(204)
  const [receipt, news] = it.mails
  expect([receipt?.to, news?.to]).toEqual([visit.email, people.operator.email])
  for (const typed of [visit.message, 'Ben', 'Visitor Ltd']) expect(receipt?.text).not.toContain(typed)
  for (const typed of [visit.message, visit.email, 'Ben Visitor, Visitor Ltd']) expect(news?.text).toContain(typed)
  expect(await inbox()).toMatchObject([
    {
      topic: 'SALES',
      message: visit.message,
      organization: 'Visitor Ltd',
      person: { userId: null, email: visit.email, givenName: 'Ben Visitor' },
    },
  ])
  expect(await listOf('ada')).toEqual([])
})

test('an operator’s reply reaches the visitor in their language', async () => {
  await it.call(null, 'POST', '/visitor-enquiries', visit)
  const [enquiry] = await inbox()
  it.mails.length = 0
  await it.call('operator', 'POST', `/inbox/${enquiry?.id}/replies`, { text: 'As many as you need.' })
  expect(it.mails.map(({ to }) => to)).toEqual([visit.email])
  expect(it.mails[0]?.text).toContain('As many as you need.')
  expect(it.mails[0]?.text).toContain('https://website.example.org/de/contact-us')
  expect((await inbox())[0]).toMatchObject({ state: 'ANSWERED' })
})

test.for([
  ['a token that was refused', { captchaToken: 'bad' }, ['captcha-failed', null]],
  ['no token', { captchaToken: undefined }, ['captcha-failed', null]],
  ['an address that is none', { email: 'ben' }, ['validation-failed', '/email']],
  ['a name of two lines', { name: 'Ben\r\nBcc: x@y.example' }, ['validation-failed', '/name']],
  ['no name', { name: ' ' }, ['validation-failed', '/name']],
] as const)('a visitor with %s is refused, and nobody is mailed', async ([, wrong, fault]) => {
  const { captchaToken, ...rest } = { ...visit, ...wrong }
  const body = captchaToken === undefined ? rest : { ...rest, captchaToken }
  expect(faultOf(await it.call(null, 'POST', '/visitor-enquiries', body))).toEqual(fault)
  expect([await inbox(), it.mails]).toEqual([[], []])
})

test('a captcha that does not answer keeps no visitor out, and nobody floods operators or a stranger’s mailbox', async () => {
  const statuses: number[] = []
  for (let round = 0; round < 4; round += 1)
    statuses.push((await it.call(null, 'POST', '/visitor-enquiries', { ...visit, captchaToken: 'down' })).status)
  expect(statuses).toEqual([204, 204, 204, 429])
  for (let round = 0; round < 3; round += 1)
    statuses.push((await it.call(null, 'POST', '/visitor-enquiries', { ...visit, email: `${round}@a.example` })).status)
  expect(statuses.slice(4)).toEqual([204, 429, 429])
})

test('forms without a token use up nobody’s receipts: the person with that address can still write', async () => {
  for (let round = 0; round < 3; round += 1)
    await it.call(null, 'POST', '/visitor-enquiries', { ...visit, captchaToken: 'bad' })
  expect((await it.call(null, 'POST', '/visitor-enquiries', visit)).status).toBe(204)
})
