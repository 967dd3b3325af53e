import { serverSignal } from '@bollard/bot-score'
import { chromiumHeaders } from '@bollard/testing'
import { expect, test } from 'vitest'
import { connectionSignals } from './connection-signals.ts'

const { 'accept-encoding': encoding, ...rest } = chromiumHeaders
const outOfOrder = { 'accept-encoding': encoding, ...rest }

test('headers in the order of the browser that they name say nothing', () => {
  expect(connectionSignals(chromiumHeaders)).toBe(0)
})

test('headers in another order speak against the visitor, unless a proxy may have changed it', () => {
  expect(connectionSignals(outOfOrder)).toBe(serverSignal.headerOrder)
  for (const name of ['x-forwarded-for', 'forwarded', 'via'])
    expect(connectionSignals({ ...outOfOrder, [name]: '1.1 proxy' })).toBe(0)
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
  expect(connectionSignals(chromiumHeaders, openssl)).toBe(serverSignal.tlsContradiction)
})
