import { expect, test } from 'vitest'

type Fetch = ReturnType<typeof platform>['fetch']
const load = async <Module>(name: string): Promise<Module> =>
  (await import(new URL(`../examples/${name}`, import.meta.url).href)) as Module
const { verifyEnterprise } = await load<{
  verifyEnterprise: (token: string, secret: string, fetch: Fetch) => Promise<object>
}>('recaptcha-enterprise.js')
const { verifyForm } = await load<{
  verifyForm: (form: FormData, secret: string, fetch: Fetch) => Promise<object>
}>('siteverify.js')

/** A platform that answers every call with `answer`, and what it was asked. */
function platform(answer: object) {
  const asked: { url: string; method: string | undefined; fields: Record<string, string> }[] = []
  return {
    asked,
    async fetch(url: string, init: { method?: string; body?: URLSearchParams }) {
      asked.push({ url, method: init.method, fields: Object.fromEntries(init.body ?? []) })
      return Response.json(answer)
    },
  }
}

test('the example for reCAPTCHA Enterprise asks the compatible address with secret and token', async () => {
  const { asked, fetch } = platform({ success: true, score: 0.9, action: 'login' })
  expect(await verifyEnterprise('a token', 'bsec_x', fetch)).toEqual({ success: true, score: 0.9, action: 'login' })
  const url = 'https://captcha.example.org/recaptcha/api/siteverify'
  expect(asked).toEqual([{ url, method: 'POST', fields: { secret: 'bsec_x', response: 'a token' } }])
})

test('the example for our own address sends the field of the form, and an empty one without it', async () => {
  const { asked, fetch } = platform({ success: false, score: null, reasons: [] })
  const form = new FormData()
  form.set('bollard-response', 'a token')
  expect(await verifyForm(form, 'bsec_x', fetch)).toEqual({ success: false, score: null, reasons: [] })
  await verifyForm(new FormData(), 'bsec_x', fetch)
  expect(asked.map(({ fields }) => fields['response'])).toEqual(['a token', ''])
  expect(asked[0]?.url).toBe('https://captcha.example.org/captcha/v1/siteverify')
})
