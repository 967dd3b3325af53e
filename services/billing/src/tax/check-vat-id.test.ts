import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createViesChecker } from './check-vat-id.ts'
import { readVatId } from './vat-id.ts'

const asked = readVatId('FR', 'FR12345678901')
const requester = readVatId('DE', 'DE123456789')
if (!asked || !requester) throw new Error('these are VAT ids')

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/check-vat-number`
}
const answering = (status: number, body: unknown) =>
  serve(
    (_request, response) =>
      void response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body)),
  )
const check = (url: string, timeoutMs = 2_000) =>
  createViesChecker({ url, allowPrivate: true, timeoutMs })(asked, requester)

test('it asks in the name of the seller and answers the number of the consultation', async () => {
  const got: unknown[] = []
  const url = await serve(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    got.push(request.method, JSON.parse(Buffer.concat(chunks).toString()))
    response.end(
      JSON.stringify({
        countryCode: 'FR',
        vatNumber: '12345678901',
        valid: true,
        requestIdentifier: 'WAPIAAAAX1',
        name: '---',
      }),
    )
  })
  expect(await check(url)).toEqual({ valid: true, requestId: 'WAPIAAAAX1' })
  expect(got).toEqual([
    'POST',
    { countryCode: 'FR', vatNumber: '12345678901', requesterMemberStateCode: 'DE', requesterNumber: '123456789' },
  ])
})

test('a clear no is a no', async () => {
  expect(await check(await answering(200, { valid: false, requestIdentifier: '' }))).toEqual({
    valid: false,
    requestId: null,
  })
  expect(
    await check(await answering(400, { actionSucceed: false, errorWrappers: [{ error: 'INVALID_INPUT' }] })),
  ).toEqual({ valid: false, requestId: null })
})

test.for<[string, number, unknown]>([
  ['a member state that is away', 200, { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }],
  ['too many calls', 200, { actionSucceed: false, errorWrappers: [{ error: 'MS_MAX_CONCURRENT_REQ' }] }],
  ['a service that is away', 500, { actionSucceed: false, errorWrappers: [{ error: 'SERVICE_UNAVAILABLE' }] }],
  ['a page in place of an answer', 200, '<html>Maintenance</html>'],
  ['an answer without a word about validity', 200, { countryCode: 'FR' }],
  ['a yes with the status of an error', 503, { valid: true }],
  ['a redirect', 302, ''],
  ['an endless answer', 200, `{"valid":true,"name":"${'x'.repeat(70_000)}"}`],
])('"unavailable" is %s', async ([, status, body]) => {
  expect(await check(await answering(status, body))).toBe('unavailable')
})

test('"unavailable" is a server that does not answer in time, one that is not there, and one in the own network', async () => {
  const silent = await serve(() => {})
  expect(await check(silent, 100)).toBe('unavailable')
  expect(await check('http://127.0.0.1:1/')).toBe('unavailable')
  const yes = await answering(200, { valid: true })
  expect(await createViesChecker({ url: yes })(asked, null)).toBe('unavailable')
  expect(
    await createViesChecker({
      url: 'https://vies.example/',
      resolve: async () => [{ address: '10.0.0.1', family: 4 }],
    })(asked, null),
  ).toBe('unavailable')
})
