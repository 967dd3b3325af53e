import { createServer } from 'node:http'
import { createLoadContext } from '@bollard/site-kit/entry-server'
import { expect, onTestFinished, test } from 'vitest'
import { reportBlocked } from './report-blocked.server.ts'

const decisionId = '019a9b1c-5d3e-7000-8000-000000000002'

/** What the form answers to fields, and what the API heard of it. */
async function send(fields: Record<string, string>, status: number) {
  const heard: unknown[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    heard.push([request.url, JSON.parse(Buffer.concat(chunks).toString('utf8'))])
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(
        status === 202
          ? { received: true }
          : { status, code: 'captcha-failed', requestId: 'r-1', title: '', detail: '' },
      ),
    )
  })
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const names = ['website', 'identity', 'dashboard', 'docs', 'admin', 'status', 'api'] as const
  const urls = Object.fromEntries(names.map((name) => [name, `http://${name}.localhost:8080`])) as Record<
    (typeof names)[number],
    string
  >
  const apiInternalUrl = `http://127.0.0.1:${address.port}`
  const site = { name: 'website' as const, urls, apiInternalUrl, internalSecret: '', secure: false }
  const url = `${urls.website}/fr/blocked?decision=${decisionId}`
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(fields) })
  const context = createLoadContext({ site, requestId: 'r-1', clientIp: '203.0.113.7' })
  return { refused: await reportBlocked(context, request, await request.formData()), heard }
}

test('what was entered is sent trimmed, without an e-mail address where none was', async () => {
  const fields = { decisionId: ` ${decisionId} `, message: 'A\r\nchair', email: ' ', 'bollard-response': 'token' }
  const { refused, heard } = await send(fields, 202)
  const body = { decisionId, message: 'A\nchair', email: null, captchaToken: 'token' }
  expect(heard).toEqual([['/protection/v1/blocked-reports', body]])
  expect(refused).toBeNull()
})

test('without script the captcha is what failed, and what was typed is kept', async () => {
  const fields = { decisionId, message: 'A chair', email: 'eve@example.org' }
  const { refused, heard } = await send(fields, 400)
  expect(heard).toMatchObject([['/protection/v1/blocked-reports', { captchaToken: 'none' }]])
  expect(refused).toMatchObject({ problem: { code: 'captcha-failed', status: 400 }, typed: fields })
})
