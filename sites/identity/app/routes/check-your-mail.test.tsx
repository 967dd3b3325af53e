import { exampleProblem, faultsOfPage, layer } from '@bollard/site-kit/page-states'
import { expect, test } from 'vitest'
import { formPage } from '../examples/example-pages.ts'
import * as checkYourMail from './check-your-mail.tsx'

const path = ':language/check-your-mail'
const loaderData = { mailbox: '/en/mailbox' }

test('the page that sends somebody to their mail is clean, with an address and without', async () => {
  for (const [at, resend] of [
    ['/check-your-mail', true],
    ['/check-your-mail?resend=1', true],
    ['/check-your-mail?email=anna%40example.org', false],
  ] as const) {
    const state = formPage({
      at,
      page: layer('routes/check-your-mail', checkYourMail, { path, loaderData }),
      heading: (t) => t(($) => (resend ? $.checkYourMail.resendTitle : $.checkYourMail.title)),
    })
    expect(await faultsOfPage(state), at).toEqual([])
  }
})

test('a wrong code is said in a page that is clean', async () => {
  const actionData = { of: 'code', email: 'anna@example.org', problem: exampleProblem('code-invalid') } as const
  const state = formPage({
    at: '/check-your-mail?email=anna%40example.org',
    page: layer('routes/check-your-mail', checkYourMail, { path, loaderData: { mailbox: null }, actionData }),
    heading: (t) => t(($) => $.checkYourMail.title),
    has: (page, { t }) => expect(page.textContent).toContain(t(($) => $.checkYourMail.codeCheck)),
  })
  expect(await faultsOfPage(state)).toEqual([])
})
