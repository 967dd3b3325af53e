import { expect, test } from 'vitest'
import { dropForm, heldForm, holdForm } from './held-form.server.ts'

/** A browser that keeps cookies: what was set goes along with the next request. */
function startBrowser({ secure = false } = {}) {
  const setCookies: string[] = []
  const scope = { setCookies, site: { secure } } as unknown as Parameters<typeof holdForm>[0]
  const request = () => new Request('http://localhost/', { headers: { cookie: setCookies.map((set) => set.split(';', 1)[0]).join('; ') } })
  return { scope, setCookies, request }
}

test('what was typed comes back as it was, for its own form alone', () => {
  const { scope, request } = startBrowser()
  const fields = { email: 'grace@example.org', message: 'Grüße\n„wie besprochen“ 🤝' }
  holdForm(scope, 'invitation', fields)
  expect(heldForm(request(), 'invitation')).toEqual(fields)
  expect(heldForm(request(), 'deletion')).toBeNull()
})

test('no script reads the cookie, and it fits into a browser with the longest text of any script', () => {
  const { scope, setCookies, request } = startBrowser({ secure: true })
  const comment = Array.from({ length: 1000 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000))).join('')
  holdForm(scope, 'deletion', { comment })
  expect(setCookies[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Secure$/u)
  expect(setCookies[0]?.length).toBeLessThan(4096)
  expect(heldForm(request(), 'deletion')).toEqual({ comment })
})

test('what we did not write is nothing', () => {
  for (const value of ['', 'x', '%', Buffer.from('{"of":"invitation"}').toString('base64url')]) {
    expect(heldForm(new Request('http://localhost/', { headers: { cookie: `held_form=${value}` } }), 'invitation')).toBeNull()
  }
})

test('it is forgotten where there is something to forget', () => {
  const { scope, setCookies, request } = startBrowser()
  dropForm(scope, request())
  expect(setCookies).toEqual([])
  holdForm(scope, 'invitation', { email: 'grace@example.org' })
  dropForm(scope, request())
  expect(setCookies.at(-1)).toMatch(/^held_form=; Max-Age=0;/u)
})
