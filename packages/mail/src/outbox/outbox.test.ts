import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { openDatabase, type Queries } from '@bollard/database'
import { startTestDatabase, type TestDatabase } from '@bollard/testing'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Mail, MailRefusedError } from '../mail.ts'
import { mailMigrations } from '../mail-migrations.ts'
import { createMailbox } from '../mailbox/mailbox.ts'
import { operateOutbox } from './operate-outbox.ts'
import { createOutbox } from './outbox.ts'

const mail: Mail = { to: 'Ada@example.org', subject: 'Grüße', text: 'Text', html: '<p>HTML</p>', tag: 'welcome' }
const file = {
  kind: 'invoice',
  id: '01890000-0000-7000-8000-000000000000',
  name: 'Invoice-2026-000001.pdf',
  mediaType: 'application/pdf',
} as const
const minute = 60_000
/** For what comes at its own time, on a machine that may have much else to do. */
const slow = { interval: 5, timeout: 20_000 }
let server: TestDatabase
let connectionString: string
let db: ReturnType<typeof openDatabase>
beforeAll(async () => {
  server = await startTestDatabase()
  connectionString = await server.createDatabase(mailMigrations)
  db = openDatabase({ connectionString })
})
afterAll(async () => {
  await db.close()
  await server.stop()
})
beforeEach(() => db.pool.query('truncate mail.outbox, mail.bounces, mail.mails'))

/** A transport that fails as `faults` say, one after the other, and then takes everything. */
const start = (...faults: unknown[]) => startAtChance(0, ...faults)

/** The same where chance always comes to `random`, 0 … 1. */
function startAtChance(random: number, ...faults: unknown[]) {
  const clock = { time: Date.parse('2026-03-01T12:00:00Z') }
  const sent: { mail: Mail; id: string | undefined }[] = []
  const logged: string[] = []
  const transport = {
    async send(one: Mail, id?: string) {
      if (faults.length > 0) throw faults.shift()
      sent.push({ mail: one, id })
    },
  }
  const outbox = createOutbox(db, transport, {
    now: () => new Date(clock.time),
    log: (message, error) => logged.push(`${message} ${String(error ?? '')}`),
    random: () => random,
  })
  return { outbox, sent, clock, logged, transport }
}
const answer = (responseCode: number, command: string, response = `${responseCode} no <ada@example.org>`) =>
  Object.assign(new Error(response), { code: 'EENVELOPE', command, responseCode, response })
const rows = async (columns: string) =>
  (await db.pool.query(`select ${columns} from mail.outbox order by created_at, id`)).rows as object[]

test('a mail is sent once, as it was written, and its bodies are forgotten', async () => {
  const { outbox, sent } = start()
  await outbox.send({ ...mail, unsubscribeUrl: 'https://api.example.org/u' })
  expect(sent).toEqual([])
  expect(await outbox.counts()).toEqual({ PENDING: 1, SENT: 0, FAILED: 0, oldestPendingSeconds: 0 })
  await outbox.drain()
  await outbox.drain()
  expect(sent).toEqual([
    { mail: { ...mail, unsubscribeUrl: 'https://api.example.org/u' }, id: expect.stringMatching(/^[0-9a-f-]{36}$/u) },
  ])
  expect(await rows('state, body_text, body_html, unsubscribe_url, attempts')).toEqual([
    { state: 'SENT', body_text: '', body_html: '', unsubscribe_url: null, attempts: 1 },
  ])
})

test('a mail of a transaction that is rolled back is never sent', async () => {
  const { outbox, sent } = start()
  const undone = db.transaction(async (tx) => {
    await outbox.enqueue(tx, mail)
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  await outbox.drain()
  expect(sent).toEqual([])
})

test('a role that was let in can add and read nothing, any other role not even that', async () => {
  const { outbox, sent } = start()
  const role = `mail_test_${randomBytes(6).toString('hex')}`
  await db.pool.query(`create role ${role}`)
  const asWriter = (work: (tx: Queries) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await tx.query('mail-test-role', `select set_config('role', $1, true)`, [role])
      await work(tx)
    })
  await expect(asWriter((tx) => outbox.enqueue(tx, mail))).rejects.toThrow('permission denied')
  await db.pool.query(`grant usage on schema mail to ${role}`)
  await expect(asWriter((tx) => outbox.enqueue(tx, mail))).rejects.toThrow('permission denied')
  await db.pool.query(`grant execute on function mail.enqueue(jsonb) to ${role}`)
  await asWriter((tx) => outbox.enqueue(tx, mail))
  for (const table of ['outbox', 'mails', 'bounces']) {
    await expect(asWriter((tx) => tx.query(`mail-test-${table}`, `select * from mail.${table}`))).rejects.toThrow(
      'permission denied',
    )
  }
  await db.pool.query(`drop owned by ${role}; drop role ${role}`)
  await outbox.drain()
  expect(sent).toHaveLength(1)
})

test('the same key is written once in 30 days, also by two at once, and again afterwards', async () => {
  const { outbox, sent, clock } = start()
  const ask = () => db.transaction((tx) => outbox.enqueue(tx, mail, 'invoice-1/reminder-1'))
  await Promise.all([ask(), ask(), ask(), ask()])
  await outbox.drain()
  clock.time += 30 * 1440 * minute - 1
  await ask()
  await outbox.drain()
  expect(sent).toHaveLength(1)
  clock.time += 1
  await ask()
  await ask()
  await outbox.drain()
  expect(sent).toHaveLength(2)
  await db.transaction((tx) => outbox.enqueue(tx, mail, 'invoice-1/reminder-2'))
  await outbox.drain()
  expect(sent).toHaveLength(3)
})

test('many senders at once send each mail once', async () => {
  const { outbox, sent, clock, transport } = start()
  await Promise.all(Array.from({ length: 120 }, (_, index) => outbox.send({ ...mail, subject: `Mail ${index}` })))
  const pools = Array.from({ length: 4 }, () => openDatabase({ connectionString, max: 3 }))
  await Promise.all(pools.map((pool) => createOutbox(pool, transport, { now: () => new Date(clock.time) }).drain()))
  await Promise.all(pools.map((pool) => pool.close()))
  expect(sent).toHaveLength(120)
  expect(new Set(sent.map((one) => one.mail.subject)).size).toBe(120)
})

test('what a killed process had taken on is sent by another one once its lease is over, with its file', async () => {
  const { outbox, sent, clock } = start()
  await outbox.send({ ...mail, attachments: [file] })
  const child = spawn(process.execPath, [
    new URL('./testing/hang-while-sending.ts', import.meta.url).pathname,
    connectionString,
    new Date(clock.time).toISOString(),
  ])
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await outbox.drain()
  expect(sent).toEqual([])
  clock.time += 3 * minute
  await outbox.drain()
  await outbox.drain()
  expect(sent.map((one) => one.mail)).toEqual([{ ...mail, attachments: [file] }])
  expect(await rows('state, attempts, attachments')).toEqual([{ state: 'SENT', attempts: 2, attachments: null }])
})

test('a mail that fails is tried after 1, 5 and 30 minutes, 2, 6, 12 and 24 hours, with one id, and then given up', async () => {
  const { outbox, sent, clock, logged } = start(...Array.from({ length: 8 }, () => answer(451, 'DATA')))
  await outbox.send({ ...mail, attachments: [file] })
  await outbox.drain()
  for (const minutes of [1, 5, 30, 120, 360, 720, 1440]) {
    expect(await rows('state, attachments')).toEqual([{ state: 'PENDING', attachments: [file] }])
    clock.time += minutes * minute - 1
    expect(await outbox.sendDue(10)).toBe(0)
    clock.time += 1
    expect(await outbox.sendDue(10)).toBe(1)
  }
  expect(await rows('state, attempts, body_text, attachments, error')).toEqual([
    { state: 'FAILED', attempts: 8, body_text: mail.text, attachments: [file], error: 'EENVELOPE DATA 451' },
  ])
  clock.time += 10_000 * minute
  expect(await outbox.sendDue(10)).toBe(0)
  expect(sent).toEqual([])
  expect(await outbox.isBounced(mail.to)).toBe(false)
  expect(logged.join('\n')).not.toMatch(/ada@|HTML|Text/iu)
})

test('a mail that fails once arrives at the next attempt, whose wait is longer by a tenth at most, as chance has it', async () => {
  for (const [random, waitMs] of [
    [0, minute],
    [0.5, 1.05 * minute],
    [1, 1.1 * minute],
  ] as const) {
    const { outbox, sent, clock } = startAtChance(random, new Error('connect ECONNREFUSED'))
    await outbox.send(mail)
    await outbox.drain()
    clock.time += waitMs - 1
    await outbox.drain()
    expect(sent, `${random}, a millisecond too early`).toEqual([])
    clock.time += 1
    await outbox.drain()
    expect(sent, `${random}, in time`).toHaveLength(1)
    expect(await rows('state, error')).toEqual([{ state: 'SENT', error: null }])
    await db.pool.query('truncate mail.outbox')
  }
})

test('an address that the server refuses is given up at once and remembered, until a mail arrives there', async () => {
  const { outbox, sent, clock, logged } = start(answer(550, 'RCPT TO', '550 5.1.1 no such user <ada@example.org>'))
  await outbox.send(mail)
  await outbox.drain()
  expect(await rows('state, attempts, error')).toEqual([
    { state: 'FAILED', attempts: 1, error: 'EENVELOPE RCPT TO 550 5.1.1' },
  ])
  expect(await outbox.isBounced('ada@EXAMPLE.org')).toBe(true)
  expect(await outbox.isBounced('eve@example.org')).toBe(false)
  expect(logged.join('\n')).not.toContain('ada@')
  clock.time += minute
  await outbox.send({ ...mail, to: 'ada@example.org' })
  await outbox.drain()
  expect(sent).toHaveLength(1)
  expect(await outbox.isBounced('ada@example.org')).toBe(false)
})

test('a mail that no transport may send never comes into the outbox', async () => {
  const { outbox } = start()
  await expect(outbox.send({ ...mail, to: 'ada@example.org, eve@example.org' })).rejects.toThrow(MailRefusedError)
  expect(await rows('id')).toEqual([])
})

test('a started outbox sends right after the commit, also of another process, and none after it was stopped', async () => {
  // The clock that looks every five seconds stands still, so whatever is sent was heard of.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { outbox, sent, logged } = start()
  const other = openDatabase({ connectionString, max: 2 })
  const elsewhere = createOutbox(
    other,
    { send: () => Promise.reject(new Error('not mine')) },
    { now: () => new Date('2026-03-01T12:00:00Z') },
  )
  outbox.start()
  outbox.start()
  await expect
    .poll(
      () =>
        db.pool
          .query(`select 1 from pg_stat_activity where query = 'listen mail_outbox' and datname = current_database()`)
          .then((r) => r.rowCount),
      slow,
    )
    .toBe(1)
  await db.transaction((tx) => outbox.enqueue(tx, mail))
  await elsewhere.send({ ...mail, subject: 'Elsewhere' })
  await expect.poll(() => sent.length, slow).toBe(2)
  // Without its connection it hears nothing of others until the next look, but still of itself.
  await db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen mail_outbox' and datname = current_database()`,
  )
  await outbox.send({ ...mail, subject: 'Own' })
  await expect.poll(() => sent.length, slow).toBe(3)
  await outbox.stop()
  await elsewhere.send(mail)
  await new Promise((resolve) => void setTimeout(resolve, 100))
  expect(sent).toHaveLength(3)
  expect(logged).toEqual([])
  await other.close()
})

test('stopping waits for the mail that is on its way', async () => {
  let finish = (): void => {}
  const ended: string[] = []
  const outbox = createOutbox(db, { send: () => new Promise((resolve) => (finish = resolve)) })
  outbox.start()
  await outbox.send(mail)
  await expect.poll(() => rows('attempts'), slow).toEqual([{ attempts: 1 }])
  const stopping = outbox.stop().then(() => ended.push('stopped'))
  await new Promise((resolve) => void setTimeout(resolve, 50))
  expect(ended).toEqual([])
  finish()
  await stopping
  expect(await rows('state')).toEqual([{ state: 'SENT' }])
})

test('with the local mailbox a mail lies there with its transaction, and nothing waits', async () => {
  const at = new Date('2026-03-01T12:00:00Z')
  const mailbox = createMailbox(db, { now: () => at, readAttachment: async () => Buffer.from('%PDF') })
  const outbox = createOutbox(db, mailbox, { now: () => at })
  await db.transaction(async (tx) => {
    await outbox.enqueue(tx, mail, 'once')
    await outbox.enqueue(tx, mail, 'once')
    expect(await mailbox.list()).toEqual([])
  })
  await outbox.send({ ...mail, subject: 'Second', unsubscribeUrl: 'https://api.example.org/u', attachments: [file] })
  expect((await mailbox.list()).map(({ subject }) => subject).toSorted()).toEqual(['Grüße', 'Second'])
  const id = (await mailbox.list()).find(({ subject }) => subject === 'Second')?.id ?? ''
  expect((await mailbox.get(id))?.source).toContain('List-Unsubscribe: <https://api.example.org/u>')
  expect(await mailbox.readFile(id, 0)).toEqual({ ...file, content: Buffer.from('%PDF') })
  expect(await outbox.counts()).toMatchObject({ PENDING: 0, SENT: 2 })
  expect(await rows('body_text, attachments')).toEqual(
    Array.from({ length: 2 }, () => ({ body_text: '', attachments: null })),
  )
  expect(await outbox.sendDue(10)).toBe(0)
})

test('what is older than 30 days is deleted; what waits is not', async () => {
  const { outbox, clock } = start(answer(550, 'RCPT TO'), ...Array.from({ length: 3 }, () => answer(451, 'DATA')))
  await outbox.send(mail)
  await outbox.drain()
  await outbox.send({ ...mail, subject: 'Waits' })
  await outbox.drain()
  clock.time += 31 * 1440 * minute
  await outbox.sweep()
  expect(await rows('subject, state')).toEqual([{ subject: 'Waits', state: 'PENDING' }])
  expect(await outbox.isBounced(mail.to)).toBe(true)
  expect((await outbox.counts()).oldestPendingSeconds).toBe(31 * 86_400)
  clock.time += 150 * 1440 * minute
  await outbox.sweep()
  expect(await outbox.isBounced(mail.to)).toBe(false)
})

test('what may be switched off does not go to an address that came back, until a mail arrives there again', async () => {
  const { outbox, sent } = start(answer(550, 'RCPT TO', '550 5.1.1 no such user'))
  const optional = { ...mail, unsubscribeUrl: 'https://api.example.org/u' }
  await outbox.send(optional)
  await outbox.drain()
  expect(await outbox.isBounced('ADA@example.org')).toBe(true)
  await outbox.send(optional)
  await db.transaction((tx) => outbox.enqueue(tx, { ...optional, to: 'ADA@EXAMPLE.ORG' }, 'report'))
  await outbox.send({ ...optional, to: 'other@example.org' })
  await outbox.drain()
  expect(sent.map((one) => one.mail.to)).toEqual(['other@example.org'])
  await outbox.send(mail)
  await outbox.drain()
  expect(await outbox.isBounced('ada@example.org'), 'a mail that has to come is tried, and arrives').toBe(false)
  await db.transaction((tx) => outbox.enqueue(tx, optional, 'report'))
  await outbox.drain()
  expect(sent.map((one) => one.mail.to)).toEqual(['other@example.org', mail.to, mail.to])
})

test('a mail that was given up is retried by an operator for three days, after which its text is deleted', async () => {
  const { outbox, sent, clock } = start(answer(550, 'RCPT TO'), answer(550, 'RCPT TO'))
  const operated = operateOutbox(db, () => new Date(clock.time))
  await outbox.send(mail)
  await outbox.drain()
  const [dead] = await operated.deadLetters.list(10)
  expect(dead).toMatchObject({ to: mail.to, kind: 'welcome', attempts: 1, retryable: true })
  const [bounce] = await operated.listBounces({ limit: 10, address: mail.to.toUpperCase() })
  expect(bounce?.address).toBe('ada@example.org')
  expect([
    await operated.releaseBounce(db, bounce?.id ?? ''),
    await operated.releaseBounce(db, bounce?.id ?? ''),
  ]).toEqual([true, false])
  expect(await operated.deadLetters.retry(db, [dead?.id ?? ''])).toBe(1)
  expect(await operated.measure()).toEqual({ depth: 1, oldestSeconds: 0, retries: 0, deadLetters: 0 })
  await outbox.drain()
  expect(await operated.deadLetters.retry(db, null)).toBe(1)
  await outbox.drain()
  expect(sent.map((one) => one.mail)).toEqual([mail])
  expect(await operated.deadLetters.retry(db, null)).toBe(0)
  expect(await operated.deadLetters.drop(db, null)).toBe(0)

  const late = start(answer(550, 'RCPT TO'))
  await late.outbox.send(mail)
  await late.outbox.drain()
  late.clock.time += 3 * 1440 * minute + 1
  await late.outbox.sweep()
  const [emptied] = await operated.listOutbox({ limit: 10, after: null, state: 'FAILED', address: mail.to })
  expect(emptied).toMatchObject({ state: 'FAILED', retryable: false })
  expect(await operated.deadLetters.retry(db, null)).toBe(0)
  expect(await operated.deadLetters.drop(db, null)).toBe(1)
})
