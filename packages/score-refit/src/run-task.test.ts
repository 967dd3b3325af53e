import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createScorer, evidenceOf } from '@bollard/bot-score'
import { migrate, openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import type { Labelled } from './labelled.ts'
import { writeLabelled } from './labelled-file.ts'
import { RefitFault } from './refit-fault.ts'
import { runTask } from './run-task.ts'
import { drawLabelled } from './testing/draw-labelled.ts'

const folder = await mkdtemp(join(tmpdir(), 'bollard-refit-'))
const server = await startTestDatabase()
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const truth = {
  webdriver: 5,
  'webdriver-hidden': 1.4,
  'no-plugins': 1.1,
  'odd-user-agent': 0.3,
  'missing-browser-headers': 1.2,
  'busy-network': 0.2,
}
const codes = Object.keys(truth)
const fit = (path: string, out: string) =>
  ({ name: 'fit', source: { kind: 'file', path }, out, folds: 5, spread: 1 }) as const

async function run(task: Parameters<typeof runTask>[0]): Promise<string> {
  const said: string[] = []
  await runTask(task, (text) => said.push(text))
  return said.join('\n')
}

/** A database of the captcha service, with these verifications in its log. */
async function fill(labelled: readonly Labelled[], shadow?: Readonly<Record<string, number>>): Promise<string> {
  const url = await server.createDatabase()
  const db = openDatabase({ connectionString: url })
  const audit = new URL('../../audit/src/migrations/', import.meta.url)
  await migrate(db, { schema: 'audit', directory: audit })
  await migrate(db, {
    schema: 'captcha',
    directory: new URL('../../../services/captcha/src/migrations/', import.meta.url),
  })
  await db.query('site', `insert into captcha.sites (solution_id, created_at) values ($1, now())`, [randomUUID()])
  const [today, onTrial] = [createScorer(), createScorer(shadow)]
  const rows = labelled.map((one) => {
    const evidence = evidenceOf(one.codes)
    const score = today(evidence)
    return {
      id: randomUUID(),
      score: score.score,
      shadow: shadow === undefined ? null : onTrial(evidence).score,
      reasons: score.reasons.map(({ code, weight }) => `${code} ${weight}`).join(' '),
      label: one.label === 'BOT' ? 1 : 0,
    }
  })
  const json = JSON.stringify(rows)
  await db.query(
    'rows',
    `insert into captcha.verifications (id, issued_at, finished_at, site_id, round, outcome, score, shadow_score, check_ms, work_ms, work_hashes, hostname,
       action, browser, operating_system, device, network, reasons)
     select id, now(), now(), 1, 0, 0, score, shadow, 1, 1, 1, 'shop.example', 0, '', '', '', '192.0.2.0/24', reasons
     from json_to_recordset($1::json) as x(id uuid, score real, shadow real, reasons text)`,
    [json],
  )
  await db.query(
    'labels',
    `insert into captcha.feedback (verification_id, issued_at, site_id, label, given_by, given_at)
     select v.id, v.issued_at, 1, x.label, 0, now() from json_to_recordset($1::json) as x(id uuid, label smallint) join captcha.verifications v on v.id = x.id`,
    [json],
  )
  await db.close()
  return url
}

test('from labels in the database over a file to weights that are near the true ones, and the same straight from the database', async () => {
  const url = await fill(drawLabelled({ truth, codes, shift: 1.5, n: 4_000, seed: 21 }))
  const [file, out, direct] = ['labelled.jsonl', 'weights.json', 'direct.json'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  expect(await run({ name: 'export', url, out: file })).toContain('4000 labelled verifications')
  const [first = ''] = (await readFile(file, 'utf8')).split('\n')
  expect(Object.keys(JSON.parse(first) as object)).toEqual(['codes', 'label', 'n'])

  const report = await run(fit(file, out))
  expect(report).toMatch(/Brier score +0\.\d{4} +0\.\d{4}/u)
  expect(report).toContain('Reliability')
  const weights = JSON.parse(await readFile(out, 'utf8')) as Record<string, number>
  for (const [code, weight] of Object.entries(truth))
    expect([code, Math.abs((weights[code] ?? Number.NaN) - weight) < 0.4]).toEqual([code, true])

  await run({ ...fit('', direct), source: { kind: 'database', url } })
  expect(JSON.parse(await readFile(direct, 'utf8'))).toEqual(weights)
})

test('labels whose verification has left the log still count', async () => {
  const url = await fill(
    Array.from({ length: 3 }, () => ({ codes: ['webdriver', 'no-plugins'], label: 'BOT', n: 1 }) as const),
  )
  const db = openDatabase({ connectionString: url })
  await db.query('kept', `insert into captcha.labelled_evidence values ('no-plugins webdriver', 1, 7), ('', 0, 5)`)
  await db.close()
  const file = join(folder, 'kept.jsonl')
  expect(await run({ name: 'export', url, out: file })).toContain('15 labelled verifications')
  expect(await readFile(file, 'utf8')).toBe(
    '{"codes":[],"label":"PERSON","n":5}\n{"codes":["no-plugins","webdriver"],"label":"BOT","n":10}\n',
  )
})

test('weights on trial are compared by the decisions they would have made', async () => {
  const labelled: Labelled[] = [
    ...Array.from({ length: 3 }, () => ({ codes: ['webdriver'], label: 'PERSON', n: 1 }) as const),
    ...Array.from({ length: 5 }, () => ({ codes: ['consistent-browser'], label: 'PERSON', n: 1 }) as const),
  ]
  const report = await run({ name: 'compare', url: await fill(labelled, { webdriver: 0.5 }), days: 7 })
  expect(report).toContain('8 answered challenges of the last 7 days were scored with both; 3 (37.50 %)')
  expect(report).toMatch(/refuse → pass: 3 \(labelled: 3 people, 0 bots\)\n +3 × webdriver/u)
  expect(await run({ name: 'compare', url: await fill(labelled), days: 7 })).toMatch(
    /No verification .* SHADOW_WEIGHTS/u,
  )
})

test('too few labels of either kind are refused, and nothing is written', async () => {
  const out = join(folder, 'never.json')
  for (const [people, bots] of [
    [199, 5_000],
    [5_000, 199],
  ] as const) {
    const path = join(folder, 'few.jsonl')
    await writeLabelled(path, [
      { codes: [], label: 'PERSON', n: people },
      { codes: ['webdriver'], label: 'BOT', n: bots },
    ])
    await expect(run(fit(path, out))).rejects.toThrow(
      new RegExp(`${people} people and ${bots} bots are labelled; at least 200 of each`, 'u'),
    )
  }
  await expect(readFile(out)).rejects.toThrow('ENOENT')
})

test("weights that are no better than today's are not written", async () => {
  const [path, out] = [join(folder, 'same.jsonl'), join(folder, 'same.json')]
  // Labels without any bond to the evidence, and few: there is only noise to learn.
  await writeLabelled(path, drawLabelled({ truth: {}, codes, shift: 1.5, n: 900, seed: 24 }))
  await expect(run({ ...fit(path, out), spread: 10 })).rejects.toThrow(RefitFault)
  await expect(readFile(out)).rejects.toThrow('ENOENT')
})

test.for([
  ['{', 'not JSON'],
  ['[]', '"codes"'],
  ['{"codes":"webdriver","label":"BOT"}', '"codes"'],
  ['{"codes":[],"label":"ROBOT"}', '"label"'],
  ['{"codes":[],"label":"BOT","n":0}', '"n"'],
  ['3', 'not an object'],
])('a file with the line %s is refused with its place', async ([line = '', word = '']) => {
  const path = join(folder, `bad-${randomUUID()}.jsonl`)
  await writeFile(path, `{"codes":[],"label":"BOT"}\n\n${line}\n`)
  const attempt = run(fit(path, join(folder, 'x.json')))
  await expect(attempt).rejects.toThrow(RefitFault)
  await expect(attempt).rejects.toThrow(`line 3: ${word}`)
})

test('a database that does not answer is told in one line', async () => {
  await expect(
    run({ name: 'export', url: 'postgres://nobody@127.0.0.1:1/none', out: join(folder, 'y') }),
  ).rejects.toThrow(/The database did not answer/u)
})
