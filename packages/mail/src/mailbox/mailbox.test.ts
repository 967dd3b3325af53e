import { openDatabase } from '@bollard/database'
import { startTestDatabase, type TestDatabase } from '@bollard/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Mail } from '../mail.ts'
import { mailMigrations } from '../mail-migrations.ts'
import { createMailbox } from './mailbox.ts'

let server: TestDatabase
beforeAll(async () => {
  server = await startTestDatabase()
})
afterAll(() => server.stop())

const mail: Mail = { to: 'ada@example.org', subject: 'Grüße', text: 'Text', html: '<p>HTML</p>', tag: 'verify-email' }

async function openMailbox() {
  const db = openDatabase({ connectionString: await server.createDatabase(mailMigrations) })
  onTestFinished(() => db.close())
  const clock = { time: Date.parse('2026-03-01T12:00:00Z') }
  return { db, clock, mailbox: createMailbox(db, { now: () => new Date(clock.time) }) }
}

test('a mail that was sent can be listed and read', async () => {
  const { mailbox, clock } = await openMailbox()
  await mailbox.send(mail)
  clock.time += 1000
  await mailbox.send({ ...mail, subject: 'Second' })
  const list = await mailbox.list()
  expect(list.map((entry) => entry.subject)).toEqual(['Second', 'Grüße'])
  expect(list[1]).toEqual({
    id: list[1]?.id,
    to: 'ada@example.org',
    subject: 'Grüße',
    tag: 'verify-email',
    sentAt: '2026-03-01T12:00:00.000Z',
  })
  expect(await mailbox.get(list[1]?.id ?? '')).toEqual({
    ...list[1],
    text: 'Text',
    html: '<p>HTML</p>',
    source: expect.any(String),
    attachments: [],
  })
})

test('the source of a mail is what SMTP would have carried', async () => {
  const { db, clock } = await openMailbox()
  const mailbox = createMailbox(db, { now: () => new Date(clock.time), from: 'Bollard <no-reply@bollard.example>' })
  await mailbox.send({ ...mail, unsubscribeUrl: 'https://api.example.org/u?token=x' })
  const [{ id = '' } = {}] = await mailbox.list()
  const source = (await mailbox.get(id))?.source ?? ''
  for (const line of [
    'From: Bollard <no-reply@bollard.example>',
    'To: ada@example.org',
    'Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=',
    `Message-ID: <${id}@bollard.example>`,
    'Date: Sun, 01 Mar 2026 12:00:00 +0000',
    'List-Unsubscribe: <https://api.example.org/u?token=x>',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    'Content-Type: text/plain; charset=utf-8',
    '<p>HTML</p>',
  ])
    expect(source.split('\n')).toContain(line)
  expect((await mailbox.get(id))?.source).toBe(source)
})

test('a mail shows its files, gives them out, and has them in its source', async () => {
  const { db } = await openMailbox()
  const content = Buffer.from('%PDF-1.7 with some bytes')
  const mailbox = createMailbox(db, {
    readAttachment: async ({ kind, id }) => Buffer.concat([content, Buffer.from(`${kind} ${id}`)]),
  })
  const file = {
    kind: 'invoice',
    id: '01890000-0000-7000-8000-000000000000',
    name: 'Invoice-2026-000001.pdf',
    mediaType: 'application/pdf',
  } as const
  await mailbox.send({ ...mail, attachments: [file] })
  const [{ id = '' } = {}] = await mailbox.list()
  const shown = await mailbox.get(id)
  expect(shown?.attachments).toEqual([{ name: file.name, mediaType: file.mediaType }])
  const kept = await mailbox.readFile(id, 0)
  expect(kept).toEqual({ ...file, content: Buffer.from(`${content}invoice ${file.id}`) })
  expect(shown?.source.replaceAll('\n', '')).toContain(kept?.content.toString('base64'))
  expect(shown?.source).toContain('filename=Invoice-2026-000001.pdf')
  for (const [other, index] of [
    [id, 1],
    [id, -1],
    [id, 0.5],
    [file.id, 0],
    ["' OR 1=1", 0],
  ] as const)
    expect(await mailbox.readFile(other, index)).toBeNull()
})

test('a calendar file is an invitation beside the text, and a file of its own', async () => {
  const { db } = await openMailbox()
  const content = 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n'
  const mailbox = createMailbox(db, { readAttachment: async () => Buffer.from(content) })
  const file = {
    kind: 'demo',
    id: '01890000-0000-7000-8000-000000000000',
    name: 'demo.ics',
    mediaType: 'text/calendar',
  } as const
  await mailbox.send({ ...mail, attachments: [file] })
  const [{ id = '' } = {}] = await mailbox.list()
  const shown = await mailbox.get(id)
  expect(shown?.attachments).toEqual([{ name: file.name, mediaType: file.mediaType }])
  const types = [
    ...(shown?.source ?? '').matchAll(/^Content-Type: ([^;\n]+(?:;\s+(?:method|name|charset)=[^;\n]+)*)/gmu),
  ].map(([, type]) => type?.replaceAll(/\s+/gu, ' '))
  expect(types).toEqual([
    'multipart/mixed',
    'multipart/alternative',
    'text/plain; charset=utf-8',
    'text/html; charset=utf-8',
    'text/calendar; charset=utf-8; method=CANCEL',
    'application/ics; name=demo.ics',
  ])
  expect(shown?.source).toContain(Buffer.from(content).toString('base64'))
  await expect(mailbox.send({ ...mail, attachments: [file, file] })).rejects.toThrow('more than one calendar file')
})

test('an unknown id and one that is no id at all find nothing', async () => {
  const { mailbox } = await openMailbox()
  expect(await mailbox.get('01890000-0000-7000-8000-000000000000')).toBeNull()
  expect(await mailbox.get("' OR 1=1")).toBeNull()
})

test('the mailbox refuses what SMTP would refuse', async () => {
  const { mailbox } = await openMailbox()
  await expect(mailbox.send({ ...mail, to: 'ada@example.org\nBcc: eve@example.org' })).rejects.toThrow('recipient')
  expect(await mailbox.list()).toEqual([])
})

test('a mail older than seven days is forgotten', async () => {
  const { mailbox, clock } = await openMailbox()
  await mailbox.send({ ...mail, subject: 'Old' })
  clock.time += 7 * 86_400_000 + 1
  await mailbox.send({ ...mail, subject: 'New' })
  expect((await mailbox.list()).map((entry) => entry.subject)).toEqual(['New'])
})

test('only the newest thousand mails are kept', async () => {
  const { mailbox, db, clock } = await openMailbox()
  await db.pool.query(
    `INSERT INTO mail.mails SELECT gen_random_uuid(), 'a@b.de', n::text, '', '', 't', $1::timestamptz + n * interval '1 second' FROM generate_series(1, 1005) n`,
    [new Date(clock.time)],
  )
  clock.time += 2_000_000
  await mailbox.send(mail)
  const { rows } = await db.pool.query<{ count: string; oldest: number }>(
    'SELECT count(*), min(nullif(subject, $1)::int) AS oldest FROM mail.mails',
    ['Grüße'],
  )
  expect(rows[0]).toEqual({ count: '1000', oldest: 7 })
})
