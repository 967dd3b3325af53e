import { serverSignal } from '@bollard/bot-score'
import { chromiumHeaders } from '@bollard/testing'
import { expect, test } from 'vitest'
import { connectionSignals } from './comes-from.ts'

const { 'accept-encoding': encoding, ...rest } = chromiumHeaders
const direct = { throughProxy: false }
const outOfOrder = { 'accept-encoding': encoding, ...rest }

test('headers in the order of the browser that they name say nothing', () => {
  expect(connectionSignals(chromiumHeaders, direct)).toBe(0)
})

test('headers in another order speak against the visitor, unless a trusted proxy may have changed it', () => {
  expect(connectionSignals(outOfOrder, direct)).toBe(serverSignal.headerOrder)
  expect(connectionSignals(outOfOrder, { throughProxy: true })).toBe(0)
})

test('a proxy that only a header names changes nothing', () => {
  for (const name of ['x-forwarded-for', 'forwarded', 'via'])
    expect(connectionSignals({ ...outOfOrder, [name]: '1.1 proxy' }, direct)).toBe(serverSignal.headerOrder)
})

test('where TLS ends here, how it is spoken counts too', () => {
  const openssl = {
    ja4: 't13d5911h1_a33745022dd6_000000000000',
    grease: false,
    postQuantumGroup: false,
    applicationSettings: false,
    alpn: 'h2,http/1.1',
    http2: null,
    headerOrder: Object.keys(chromiumHeaders),
  }
  expect(connectionSignals(chromiumHeaders, { facts: openssl, throughProxy: false })).toBe(
    serverSignal.tlsContradiction,
  )
})
