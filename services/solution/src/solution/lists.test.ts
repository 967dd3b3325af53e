import type { Problem, Solution } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { atEnd, paidUntil } from '../testing/cancel.ts'
import { type Answer, type Person, startService } from '../testing/start-service.ts'

const postgres = await startTestDatabase({ apart: true })
afterAll(() => postgres.stop())

const said = (answer: Answer) =>
  answer.status < 300 ? String(answer.status) : `${answer.status} ${answer.json<Problem>().code}`
const labels = (answer: Answer) => answer.json<{ items: Solution[] }>().items.map(({ label }) => label)
const unknown = '019a0000-0000-7000-8000-000000000000'

test('administrators find the latest solutions of everybody by each of their marks', async () => {
  const keys = new Map<string, string[]>()
  const { call, create, join, service, clock, billing } = await startService(postgres, {
    findSolutionsOf: async (word) => keys.get(word) ?? [],
  })
  const shop = await create('ada', 'Süße 50%_Shop')
  const blog = await create('eve', 'Blog')
  await call('eve', 'POST', '/solutions', { type: 'MONITORING', label: 'Servers' })
  await join('bob', blog.id, 'VIEWER')
  await service.setLock({ solutionId: blog.id, reason: 'ABUSE', at: clock.now })
  billing.set(shop.id, paidUntil('2026-04-01T00:00:00Z'))
  await call('ada', 'DELETE', `/solutions/${shop.id}`, atEnd('Süße 50%_Shop'))
  const find = async (filter: string) =>
    labels(await call('operator', 'GET', `/solutions/latest?filter=${encodeURIComponent(filter)}`))
  expect(await find('')).toEqual(['Servers', 'Blog', 'Süße 50%_Shop'])
  expect(await find('süße')).toEqual(['Süße 50%_Shop'])
  expect([await find('SHO'), await find('hop'), await find('50%_sh')]).toEqual([
    ['Süße 50%_Shop'],
    [],
    ['Süße 50%_Shop'],
  ])
  expect([await find('%'), await find("'"), await find('\\'), await find('&')], 'no words').toEqual([[], [], [], []])
  expect(await find(blog.id)).toEqual(['Blog'])
  expect(await find(blog.id.slice(0, 30).toUpperCase())).toContain('Blog')
  expect([await find('user-bob'), await find('user-eve'), await find('user-e')]).toEqual([
    ['Blog'],
    ['Servers', 'Blog'],
    [],
  ])
  expect([await find('type:MONITORING'), await find('lifecycle:CANCEL_SCHEDULED'), await find('locked:true')]).toEqual([
    ['Servers'],
    ['Süße 50%_Shop'],
    ['Blog'],
  ])
  expect(await find('locked:false  type:CAPTCHA')).toEqual(['Süße 50%_Shop'])
  expect(await find('shop user-eve')).toEqual([])
  keys.set('bsk_1', [blog.id]).set('shop.example', [blog.id, shop.id])
  expect([
    await find('bsk_1'),
    await find('bsk_2'),
    await find('shop.example'),
    await find('shop.example bsk_1'),
  ]).toEqual([['Blog'], [], ['Blog', 'Süße 50%_Shop'], ['Blog']])
  expect([await find('bob@example.org'), await find('nobody@example.org')]).toEqual([['Blog'], []])
  const page = (await call('operator', 'GET', '/solutions/latest?limit=2')).json<{
    nextCursor: string
    items: Solution[]
  }>()
  expect(page.items[0]?.myRole).toBe('VIEWER')
  expect(labels(await call('operator', 'GET', `/solutions/latest?cursor=${page.nextCursor}`))).toEqual([
    'Süße 50%_Shop',
  ])
  for (const filter of ['type:SHOP', 'lifecycle:gone', 'locked:maybe', 'locked:']) {
    const answer = await call('operator', 'GET', `/solutions/latest?filter=${filter}`)
    expect([said(answer), answer.json<Problem>().errors], filter).toEqual([
      '400 invalid-parameter',
      [{ pointer: '/filter', code: 'invalid-value' }],
    ])
  }
  expect([
    said(await call('ada', 'GET', '/solutions/latest')),
    said(await call(null, 'GET', '/solutions/latest')),
  ]).toEqual(['403 forbidden', '401 unauthenticated'])
})

test('of given ids only those of one’s own are shown, and nothing tells whether the others exist', async () => {
  const { call, create, join } = await startService(postgres)
  const [mine, seen, foreign] = [
    await create('ada', 'Mine'),
    await create('bob', 'Seen'),
    await create('eve', 'Foreign'),
  ]
  await join('ada', seen.id, 'VIEWER')
  const byIds = (person: Person | null, ids: unknown) => call(person, 'PUT', '/solutions/ids', { ids })
  const all = [foreign.id, unknown, mine.id, seen.id, mine.id]
  expect(labels(await byIds('ada', all))).toEqual(['Seen', 'Mine'])
  expect(labels(await byIds('operator', all))).toEqual(['Foreign', 'Seen', 'Mine'])
  expect((await byIds('ada', [foreign.id])).text).toBe((await byIds('ada', [unknown])).text)
  expect(labels(await byIds('ada', []))).toEqual([])
  expect(said(await byIds(null, []))).toBe('401 unauthenticated')
  expect(
    said(
      await byIds(
        'ada',
        Array.from({ length: 101 }, () => mine.id),
      ),
    ),
  ).toBe('422 validation-failed')
  expect(said(await byIds('ada', ['1']))).toBe('422 validation-failed')
})

test('the solutions of a member are for the member and for administrators', async () => {
  const { call, create } = await startService(postgres)
  await create('ada', 'Mine')
  expect(labels(await call('ada', 'GET', '/solutions/members/user-ada'))).toEqual(['Mine'])
  expect(labels(await call('operator', 'GET', '/solutions/members/user-ada?limit=5'))).toEqual(['Mine'])
  expect([
    said(await call('eve', 'GET', '/solutions/members/user-ada')),
    said(await call(null, 'GET', '/solutions/members/user-ada')),
  ]).toEqual(['403 forbidden', '401 unauthenticated'])
})

test('what an address or a payment method is used for is told to whom it belongs, as far as they see the solutions', async () => {
  const used: string[] = []
  const asked: [string, string][] = []
  const find = async (userId: string, id: string) => {
    asked.push([userId, id])
    return userId === 'user-ada' ? used : null
  }
  const { call, create } = await startService(postgres, {
    solutionsOfInvoiceAddress: find,
    solutionsOfPaymentMethod: find,
  })
  const [mine, left] = [await create('ada', 'Mine'), await create('eve', 'Left long ago')]
  used.push(mine.id, left.id)
  for (const path of [`/solutions/invoiceAddresses/${unknown}`, `/solutions/payment-methods/${unknown}`]) {
    expect(labels(await call('ada', 'GET', path))).toEqual(['Mine'])
    expect([said(await call('eve', 'GET', path)), said(await call(null, 'GET', path))]).toEqual([
      '404 not-found',
      '401 unauthenticated',
    ])
    expect(said(await call('ada', 'GET', path.replace(unknown, 'x')))).toBe('400 invalid-parameter')
  }
  expect(asked[0]).toEqual(['user-ada', unknown])
})

test('a word of a label and an id are found by their indexes, behind the policy of the table as well', async () => {
  const { db } = await startService(postgres)
  await db.pool.query(`insert into solution.solutions (id, label, type, created_by, created_at, updated_at)
    select gen_random_uuid(), 'Shop no ' || n, 'CAPTCHA', 'user-ada', now(), now() from generate_series(1, 3000) n`)
  await db.pool.query('analyze solution.solutions')
  const client = await db.pool.connect()
  try {
    await client.query(`begin; set local bollard.sees_all = 'on'; set local enable_seqscan = on`)
    const plan = async (sql: string) =>
      (await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`)).rows.map((row) => row['QUERY PLAN']).join('\n')
    const words = `select id from solution.solutions where solution.label_words(label) @@ $$'2077':*$$::tsquery`
    expect(await plan(words)).toContain('solutions_by_words')
    await client.query('set local role bollard_solution')
    expect(await plan(words), 'which is why a function reads past it').not.toContain('solutions_by_words')
    const found = `select count(*)::int as n from solution.solutions_by_label($$'2077':*$$, null, null, null, null, 9)`
    expect((await client.query(found)).rows).toEqual([{ n: 1 }])
    expect(await plan(`select id from solution.solutions where id between '${unknown}' and '${unknown}'`)).toContain(
      'solutions_pkey',
    )
    await client.query(`set local bollard.sees_all = 'off'`)
    expect((await client.query(found)).rows, 'for operators alone').toEqual([{ n: 0 }])
  } finally {
    await client.query('rollback')
    client.release()
  }
})
