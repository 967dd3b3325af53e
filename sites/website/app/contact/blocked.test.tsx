import { createServer } from 'node:http'
import { createLoadContext } from '@bollard/site-kit/entry-server'
import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, onTestFinished, test } from 'vitest'
import { websitePage } from '../examples/website-page.ts'
import * as blocked from './blocked.tsx'

const decisionId = '019a9b1c-5d3e-7000-8000-000000000002'
type Answered = Parameters<typeof blocked.default>[0]['actionData']

/** What is wrong with the page in a state; `has` looks at it. */
const faultsOf = (query: string, has: (page: HTMLElement) => void, actionData?: Answered) =>
  faultsOfPage(
    websitePage({
      at: `/blocked${query}`,
      page: layer('contact/blocked', blocked, {
        path: ':language/blocked',
        ...(actionData === undefined ? {} : { actionData }),
      }),
      heading: (t) => t(($) => $.contact.blocked.title),
      consent: 'rejected',
      has,
    }),
  )
const entered = (page: HTMLElement) =>
  [...page.querySelectorAll<HTMLInputElement>('#form input, #form textarea')].map(({ name, value }) => [name, value])

test.for([
  ['of the link', `?decision=${decisionId}`, decisionId],
  ['of a link that has none', '', ''],
  ['of a link that puts words there', `?decision=${decisionId}%20and%20call%20us`, ''],
])('the form has the reference code %s, a captcha, and is in no list', async ([, query = '', code]) => {
  const shown = (page: HTMLElement) => {
    expect(entered(page)).toEqual([
      ['decisionId', code],
      ['message', ''],
      ['email', ''],
    ])
    expect(page.querySelector('#form bollard-captcha')).not.toBeNull()
    const pattern = page.querySelector<HTMLInputElement>('[name=decisionId]')?.pattern ?? ''
    const fits = (text: string) => new RegExp(`^(?:${pattern})$`, 'v').test(text)
    expect([decisionId, decisionId.toUpperCase(), `${decisionId}0`, 'none'].map(fits)).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(document.head.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  }
  expect(await faultsOf(query, shown)).toEqual([])
  expect(blocked.handle.isListed).toBe(false)
})

test('what was typed stays beside what is wrong with it, and a form that was sent is gone', async () => {
  const typed = { decisionId: 'mine', message: 'A chair', email: 'eve@' }
  const problem = exampleProblem('validation-failed', [
    { pointer: '/decisionId', code: 'uuid' },
    { pointer: '/email', code: 'email' },
  ])
  const refused = (page: HTMLElement) => {
    expect(entered(page)).toEqual(Object.entries(typed))
    const marked = [...page.querySelectorAll('[aria-invalid=true]')].map((field) => field.getAttribute('name'))
    expect(marked).toEqual(['decisionId', 'email'])
  }
  expect(await faultsOf(`?decision=${decisionId}`, refused, { problem, typed })).toEqual([])
  const sent = (page: HTMLElement) => expect(page.querySelector('form#form')).toBeNull()
  expect(await faultsOf('?sent', sent)).toEqual([])
})

/** What the form answers to fields, and what the API heard of it. */
async function send(fields: Record<string, string>, status: number) {
  const heard: unknown[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    heard.push([request.url, JSON.parse(Buffer.concat(chunks).toString('utf8'))])
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(status === 202 ? { received: true } : exampleProblem('captcha-failed')))
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
  return { answer: await blocked.action({ request, context, params: { language: 'fr' } } as never), heard }
}

test('the form sends what was entered and leads to a thank-you whose address has no code', async () => {
  const fields = { decisionId: ` ${decisionId} `, message: 'A\r\nchair', email: ' ', 'bollard-response': 'token' }
  const { answer, heard } = await send(fields, 202)
  const body = { decisionId, message: 'A\nchair', email: null, captchaToken: 'token' }
  expect(heard).toEqual([['/protection/v1/blocked-reports', body]])
  expect(answer).toMatchObject({ status: 303 })
  expect((answer as Response).headers.get('location')).toBe('/fr/blocked?sent#form')
})

test('without script the captcha is what failed, and what was typed is kept', async () => {
  const fields = { decisionId, message: 'A chair', email: 'eve@example.org' }
  const { answer, heard } = await send(fields, 400)
  expect(heard).toMatchObject([['/protection/v1/blocked-reports', { captchaToken: 'none' }]])
  expect(answer).toMatchObject({ data: { problem: { code: 'captcha-failed' }, typed: fields }, init: { status: 400 } })
})
