import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import type { CheckOptions, DnsRecordType, Targets } from '../check.ts'
import { check, open } from '../testing/start-servers.ts'

const types: Readonly<Record<DnsRecordType, number>> = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  CAA: 257,
}

/** A resolver that answers every question with the same records, or with a code of RFC 1035 §4.1.1. */
async function resolver(records: readonly (readonly [DnsRecordType, Buffer])[], code = 0): Promise<CheckOptions> {
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    if (code < 0) return
    const head = Buffer.from(question.subarray(0, 12))
    head.writeUInt16BE(0x81_80 | code, 2)
    head.writeUInt16BE(records.length, 6)
    head.writeUInt32BE(0, 8)
    const end = question.indexOf(0, 12) + 5
    const answers = records.map(([type, data]) =>
      Buffer.concat([Buffer.from([0xc0, 12]), u16(types[type]), u16(1), u16(0), u16(60), u16(data.length), data]),
    )
    socket.send(Buffer.concat([head, question.subarray(12, end), ...answers]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { ...open, dnsPort: socket.address().port }
}

const mx = Buffer.concat([u16(10), name('Mail.example.org')])
const soa = Buffer.concat([name('ns1.example.org'), name('host.example.org'), ...[7, 3_600, 600, 86_400, 300].map(u32)])

test.for<[DnsRecordType, Buffer, string]>([
  ['A', Buffer.from([93, 184, 216, 34]), '93.184.216.34'],
  ['AAAA', Buffer.from('20010db8000000000000000000000001', 'hex'), '2001:db8::1'],
  ['CNAME', name('Shop.Example.org'), 'shop.example.org'],
  ['NS', name('ns1.example.org'), 'ns1.example.org'],
  ['MX', mx, '10 mail.example.org'],
  ['TXT', Buffer.concat([text('v=spf1 '), text('-all')]), 'v=spf1 -all'],
  ['SOA', soa, 'ns1.example.org host.example.org 7 3600 600 86400 300'],
  ['CAA', Buffer.concat([Buffer.from([0]), text('issue'), Buffer.from('ca.example')]), '0 issue "ca.example"'],
  ['SRV', Buffer.concat([u16(1), u16(2), u16(5060), name('sip.example.org')]), '1 2 5060 sip.example.org'],
])('%s records are read and compared', async ([recordType, data, answer]) => {
  const options = await resolver([[recordType, data]])
  const ask = (expected: readonly string[]) => check('DNS', { recordType, expected }, { options })
  expect(await ask([answer])).toMatchObject({
    verdict: 'UP',
    facts: { answers: [answer], address: '127.0.0.1' },
    phases: { dnsMs: expect.any(Number), connectMs: null },
  })
  expect(await ask([])).toMatchObject({ verdict: 'UP' })
  expect(await ask(['other.example'])).toMatchObject({
    verdict: 'DOWN',
    fault: 'dns-answer',
    facts: { answers: [answer] },
  })
})

test('answers are compared whatever their case, dots and quotes; texts to the letter', async () => {
  const options = await resolver([['MX', mx]])
  expect(await check('DNS', { recordType: 'MX', expected: [' 10  MAIL.example.org. '] }, { options })).toMatchObject({
    verdict: 'UP',
  })
  const texts = await resolver([['TXT', text('A b')]])
  expect(await check('DNS', { recordType: 'TXT', expected: ['a b'] }, { options: texts })).toMatchObject({
    fault: 'dns-answer',
  })
  const v6 = await resolver([['AAAA', Buffer.from('20010db8000000000000000000000001', 'hex')]])
  expect(await check('DNS', { recordType: 'AAAA', expected: ['2001:0DB8:0::1'] }, { options: v6 })).toMatchObject({
    verdict: 'UP',
  })
})

test('one of several expected answers is enough for ANY, and all must come for ALL', async () => {
  const options = await resolver([
    ['A', Buffer.from([1, 1, 1, 1])],
    ['A', Buffer.from([1, 0, 0, 1])],
  ])
  const ask = (match: 'ANY' | 'ALL', expected: readonly string[]) => check('DNS', { match, expected }, { options })
  expect(await ask('ANY', ['9.9.9.9', '1.0.0.1'])).toMatchObject({ verdict: 'UP' })
  expect(await ask('ALL', ['9.9.9.9', '1.0.0.1'])).toMatchObject({ fault: 'dns-answer', detail: 'missing: 9.9.9.9' })
  expect(await ask('ALL', ['1.0.0.1', '1.1.1.1'])).toMatchObject({ verdict: 'UP' })
})

test.for<[string, number, string, string]>([
  ['that do not exist', 3, 'DOWN', 'dns-not-found'],
  ['without such records', 0, 'DOWN', 'dns-not-found'],
  ['whose servers fail', 2, 'DOWN', 'dns-failed'],
  ['that the resolver refuses', 5, 'DOWN', 'dns-failed'],
  ['that nobody answers for', -1, 'DOWN', 'timeout'],
])('names %s are told apart', async ([, code, verdict, fault]) => {
  const options = await resolver([], code)
  expect(await check('DNS', {}, { options, timeoutMs: 300 })).toMatchObject({ verdict, fault })
})

test('a prober without a resolver blames itself', async () => {
  expect(await check('DNS', {}, { options: { ...open, dnsPort: 1 } })).toMatchObject({
    verdict: 'UNKNOWN',
    fault: 'resolver-unreachable',
  })
})

test.for<[Partial<Targets['DNS']>, string, string]>([
  [{ name: '127.0.0.1' }, 'UNKNOWN', 'target-invalid'],
  [{ name: 'db', resolver: null }, 'DOWN', 'private-address'],
  [{ name: 'vault.internal', resolver: null }, 'DOWN', 'private-address'],
  [{ resolver: '10.0.0.53' }, 'DOWN', 'private-address'],
])('%o asks nobody', async ([target, verdict, fault]) => {
  expect(await check('DNS', target, { options: { allowPrivate: false } })).toMatchObject({ verdict, fault })
})

function u16(number: number): Buffer {
  return Buffer.from([number >> 8, number & 0xff])
}

function u32(number: number): Buffer {
  return Buffer.concat([u16(number >>> 16), u16(number & 0xffff)])
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([value.length]), Buffer.from(value)])
}

function name(value: string): Buffer {
  return Buffer.concat([...value.split('.').map(text), Buffer.from([0])])
}
