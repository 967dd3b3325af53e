import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const { BOLLARD_WEBHOOK_SECRET = '', PORT = '3000' } = process.env
const key = Buffer.from(BOLLARD_WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64')
if (key.length < 24) throw new Error('Set BOLLARD_WEBHOOK_SECRET to the secret of your webhook (whsec_…)')

// #region verify
/** Whether Bollard sent this body within the last five minutes. While a secret is being rotated there are two signatures. */
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers
  if (!(Math.abs(Date.now() / 1_000 - Number(time)) < 300)) return false
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest()
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
// #endregion

// A retry has the same id. Keep ids in your database if you run more than one process.
const handled = new Set()

createServer(async (request, response) => {
  const body = await text(request)
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end()
  response.writeHead(204).end()
  const id = request.headers['webhook-id']
  if (handled.has(id)) return
  handled.add(id)
  const { type, data } = JSON.parse(body)
  console.log(type, data.facts?.kind ?? '')
}).listen(Number(PORT), 'localhost')
