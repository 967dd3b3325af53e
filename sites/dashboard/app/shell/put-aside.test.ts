import { scopeOf } from '@bollard/site-kit/server'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { putAsideIn } from '../frame/put-aside-cookie.ts'
import { action } from './put-aside.ts'

/** Sends the form of the notice; answers where it leads and the cookie that it sets. */
async function send(returnTo: string, notice = 'factor') {
  const context = new RouterContextProvider()
  const request = new Request('http://localhost:8082/en/put-aside', {
    method: 'POST',
    body: new URLSearchParams({ returnTo, notice }),
  })
  const answer = await action({ request, context, params: { language: 'en' } } as unknown as Parameters<
    typeof action
  >[0])
  return { to: answer.headers.get('location'), cookies: scopeOf(context, request).setCookies }
}

test('the notice is put aside for a day and leads back, and never to a site of somebody else', async () => {
  const there = 'http://localhost:8082/en/solutions/x/overview'
  const { to, cookies } = await send(there)
  expect(to).toBe(there)
  expect(cookies).toEqual([expect.stringMatching(/; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/u)])
  expect(putAsideIn(cookies[0]?.split(';', 1)[0] ?? null)).toEqual(['factor'])
  expect([putAsideIn(null), putAsideIn('other=later')]).toEqual([[], []])
  expect((await send('https://evil.example/')).to).toBe('/en/dashboard')
})

test.for(['factor', 'mails', 'admin'])('putting aside the notice %s leaves the others', async (notice) => {
  const { cookies } = await send('http://localhost:8082/en/dashboard', notice)
  expect(putAsideIn(cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '))).toEqual([notice])
})

test('a notice that nobody knows sets no cookie', async () => {
  expect((await send('http://localhost:8082/en/dashboard', 'locks')).cookies).toEqual([])
})
