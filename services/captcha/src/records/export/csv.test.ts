import { exportColumns, type Verification, verificationSchema } from '@bollard/contracts'
import { runs } from '@bollard/testing/seed'
import { array, assert, constantFrom, oneof, property } from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../../testing/any-text.ts'
import { readCsv } from '../../testing/read-csv.ts'
import { csvHead, csvLine } from './csv.ts'

const plain: Verification = verificationSchema.parse({
  verificationId: '01941f29-7c00-7000-8000-000000000001',
  solutionId: '01941f29-7c00-7000-8000-000000000002',
  environment: { id: '01941f29-7c00-7000-8000-000000000003', name: 'Production' },
  decision: { type: 'SCORE', rule: null, bypassKey: null },
  outcome: 'REFUSED',
  passed: false,
  score: 0.934,
  reasons: [
    { code: 'webdriver', group: 'automation', weight: 5 },
    { code: 'no-plugins', group: 'browser', weight: -0.5 },
  ],
  hostname: 'shop.example',
  action: null,
  browser: 'Firefox 152',
  operatingSystem: 'Linux',
  device: 'desktop',
  language: 'de',
  network: '192.0.2.0/24',
  country: 'DE',
  asn: 3320,
  operator: 'Deutsche Telekom AG',
  networkKind: 'access',
  riskScoring: true,
  minimalData: false,
  startedAt: '2026-07-01T10:00:00.000Z',
  finishedAt: '2026-07-01T10:00:01.500Z',
  checkMs: 1_500,
  workMs: 900,
  workHashes: 2_097_152,
  workAlgorithm: 'sha256',
  sameNetwork: null,
  rounds: 1,
  firstFetchedAt: null,
  lastFetchedAt: null,
  retrievals: 0,
  feedback: null,
})

test('a line has every column in the documented order', () => {
  expect(csvHead.startsWith('\ufeff')).toBe(true)
  const [head, line] = readCsv(csvHead.slice(1) + csvLine(plain))
  expect(head).toEqual([...exportColumns])
  expect(Object.fromEntries(exportColumns.map((column, index) => [column, line?.[index]]))).toEqual({
    verificationId: plain.verificationId,
    startedAt: plain.startedAt,
    finishedAt: plain.finishedAt,
    environment: 'Production',
    outcome: 'REFUSED',
    passed: 'false',
    score: '0.934',
    decision: 'SCORE',
    rule: '',
    bypassKey: '',
    reasons: 'webdriver 5; no-plugins -0.5',
    hostname: 'shop.example',
    action: '',
    browser: 'Firefox 152',
    operatingSystem: 'Linux',
    device: 'desktop',
    language: 'de',
    network: '192.0.2.0/24',
    country: 'DE',
    asn: '3320',
    operator: 'Deutsche Telekom AG',
    networkKind: 'access',
    riskScoring: 'true',
    minimalData: 'false',
    checkMs: '1500',
    workMs: '900',
    workHashes: '2097152',
    workAlgorithm: 'sha256',
    sameNetwork: '',
    rounds: '1',
    firstFetchedAt: '',
    lastFetchedAt: '',
    retrievals: '0',
    feedback: '',
    feedbackBy: '',
    feedbackAt: '',
    feedbackComment: '',
  })
})

const nasty = oneof(
  anyText(30),
  array(
    constantFrom(
      '"',
      ',',
      '\r',
      '\n',
      '\r\n',
      '=',
      '+',
      '-',
      '@',
      '\uff1d',
      '\uff0b',
      '\t',
      ' ',
      "'",
      ';',
      '\ufeff',
      'ü',
      '💥',
      'a',
    ),
    {
      maxLength: 12,
    },
  ).map((parts) => parts.join('')),
)

test('whatever people have written reads back as it was but for apostrophes, and starts no formula, also where semicolons separate cells', () => {
  assert(
    property(nasty, nasty, nasty, (hostname, action, comment) => {
      const feedback = { label: 'BOT', at: '2026-07-01T10:00:00.000Z', by: 'SERVER', comment } as const
      const records = readCsv(csvHead.slice(1) + csvLine({ ...plain, hostname, action, feedback }) + csvLine(plain))
      expect(records.map((record) => record.length)).toEqual([
        exportColumns.length,
        exportColumns.length,
        exportColumns.length,
      ])
      for (const [column, value] of [
        ['hostname', hostname],
        ['action', action],
        ['feedbackComment', comment],
      ] as const) {
        const read = records[1]?.[exportColumns.indexOf(column)] ?? ''
        expect(read.replaceAll("'", '')).toBe(value.replaceAll("'", ''))
        expect(read).not.toMatch(/^[=+\-@\t\r\n\uff1d\uff0b]/u)
        for (const cell of read.split(/[;\t\r\n]/u).slice(1)) expect(cell).not.toMatch(/^["\s]*[=+\-@\uff1d\uff0b]/u)
      }
    }),
    { numRuns: runs(2_000) },
  )
})

test('what volume did to the work stands with its bits behind the weight', () => {
  const [line] = readCsv(
    csvLine({
      ...plain,
      reasons: [...plain.reasons, { code: 'network-budget', group: 'velocity', weight: 0, bits: 2.5 }],
    }),
  )
  expect(line?.[exportColumns.indexOf('reasons')]).toBe('webdriver 5; no-plugins -0.5; network-budget 0 (2.5 bits)')
})
