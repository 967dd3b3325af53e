import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CheckFault, faultOf, faults } from './faults.ts'
import { check, open } from './testing/start-servers.ts'

test('every fault is caused by a test that names it', () => {
  const own = 'faults.test.ts'
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const tests = files.filter((file) => file.endsWith('.test.ts') && file !== own)
  const text = tests.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('')
  // Networks that this machine does not have, and its own faults, are played below.
  const played = ['host-unreachable', 'network-unreachable', 'prober-failed']
  expect(Object.keys(faults).filter((code) => !played.includes(code) && !text.includes(`'${code}'`))).toEqual([])
})

test.for<[string, string]>([
  ['EHOSTUNREACH', 'host-unreachable'],
  ['ENETUNREACH', 'network-unreachable'],
  ['EADDRNOTAVAIL', 'network-unreachable'],
  ['ETIMEDOUT', 'timeout'],
  ['EMFILE', 'prober-failed'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls-failed'],
  ['HPE_INVALID_CONSTANT', 'protocol'],
])('%s of the system is %s', ([code, fault]) => {
  expect(faultOf(Object.assign(new Error('a'), { code }))).toMatchObject({ code: fault, message: 'a' })
})

test('of several addresses, the one that says most about the service counts', () => {
  const error = (code: string) => Object.assign(new Error(code), { code })
  expect(faultOf(new AggregateError([error('ENETUNREACH'), error('ECONNREFUSED')]))).toMatchObject({
    code: 'connection-refused',
  })
  expect(faultOf(new AggregateError([error('ENETUNREACH'), error('EADDRNOTAVAIL')]))).toMatchObject({
    code: 'network-unreachable',
  })
})

test('a fault keeps what it is, and what nobody foresaw is our own', () => {
  const fault = new CheckFault('status', 'a')
  expect(faultOf(fault)).toBe(fault)
  expect(faultOf('a')).toMatchObject({ code: 'prober-failed', message: 'a' })
})

test('a check never throws, not even where its own parts do', async () => {
  const options = {
    ...open,
    resolve: async () => {
      throw Object.assign(new Error('too many\nopen files'), { code: 'ESERVFAIL' })
    },
    isPublic: () => {
      throw new TypeError('a')
    },
  }
  expect(await check('HTTP', { url: 'http://shop.example/' }, { options })).toMatchObject({
    verdict: 'DOWN',
    fault: 'dns-failed',
  })
  expect(await check('TCP', { host: '127.0.0.1' }, { options })).toMatchObject({
    verdict: 'DOWN',
    fault: 'dns-failed',
    detail: '127.0.0.1: TypeError: a',
  })
})
