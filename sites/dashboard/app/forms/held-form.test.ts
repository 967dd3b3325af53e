import { expect, test } from 'vitest'
import { dropForm, heldForm, holdForm } from './held-form.server.ts'

/** A browser that keeps cookies: what was set goes along with the next request. */
function startBrowser({ secure = false, internalSecret = 'secret of the sites' } = {}) {
  const setCookies: string[] = []
  const scope = { setCookies, site: { secure, internalSecret } } as unknown as Parameters<typeof holdForm>[0]
  const request = () =>
    new Request('http://localhost/', { headers: { cookie: setCookies.map((set) => set.split(';', 1)[0]).join('; ') } })
  return { scope, setCookies, request }
}
const ofAda = { of: 'invitation', by: 'user-ada' }
const fields = { email: 'grace@example.org', message: 'Grüße\n„wie besprochen“ 🤝' }

test('what was typed comes back as it was, for its own form alone', () => {
  const { scope, request } = startBrowser()
  holdForm(scope, ofAda, fields)
  expect(heldForm(scope, request(), ofAda)).toEqual(fields)
  expect(heldForm(scope, request(), { ...ofAda, of: 'deletion' })).toBeNull()
})

test('nobody else who uses the browser gets it, nor reads it out of the cookie', () => {
  const { scope, setCookies, request } = startBrowser()
  holdForm(scope, ofAda, { ...fields, by: 'user-eve' })
  for (const by of ['user-eve', '']) expect(heldForm(scope, request(), { ...ofAda, by }), by).toBeNull()
  expect(heldForm(startBrowser({ internalSecret: 'guessed' }).scope, request(), ofAda)).toBeNull()
  expect(Buffer.from(setCookies[0] ?? '', 'base64url').toString('latin1')).not.toContain('grace')
})

test('where nobody knows who typed, nothing is kept', () => {
  const { scope, setCookies } = startBrowser()
  holdForm(scope, { ...ofAda, by: '' }, fields)
  expect(setCookies).toEqual([])
})

test('no script reads the cookie, and it fits into a browser with the longest text of any script', () => {
  const { scope, setCookies, request } = startBrowser({ secure: true })
  const comment = Array.from({ length: 1000 }, (_, index) =>
    String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
  ).join('')
  holdForm(scope, ofAda, { comment })
  expect(setCookies[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Secure$/u)
  expect(setCookies[0]?.length).toBeLessThan(4096)
  expect(heldForm(scope, request(), ofAda)).toEqual({ comment })
})

test('what we did not write is nothing', () => {
  const { scope } = startBrowser()
  for (const value of ['', 'x', '%', Buffer.from('{"of":"invitation"}').toString('base64url'), 'A'.repeat(200)]) {
    expect(
      heldForm(scope, new Request('http://localhost/', { headers: { cookie: `held_form=${value}` } }), ofAda),
    ).toBeNull()
  }
})

test('it is forgotten where there is something to forget', () => {
  const { scope, setCookies, request } = startBrowser()
  dropForm(scope, request())
  expect(setCookies).toEqual([])
  holdForm(scope, ofAda, { email: 'grace@example.org' })
  dropForm(scope, request())
  expect(setCookies.at(-1)).toMatch(/^held_form=; Max-Age=0;/u)
})
