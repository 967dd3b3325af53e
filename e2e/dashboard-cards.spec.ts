import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiClient } from '@bollard/api-client'
import { type BrowserContext, expect, test } from '@playwright/test'
import { startStripeServer, type StripeServer } from '../services/billing/src/testing/stripe-server.ts'
import { type Account, createAccount } from './account.ts'
import { seriousFaults } from './ask-axe.ts'
import { ageProofOf, fillFields, prove, sellerSettings, signIn } from './billing-person.ts'
import { inMail } from './identity-mail.ts'
import { type OwnProduct, startOwnProduct } from './own-product.ts'
import { product } from './product.ts'
import { openPage } from './taken-over.ts'
import { watchPage } from './watch-page.ts'

test.describe.configure({ mode: 'serial' })
let own: OwnProduct
let stripe: StripeServer
let folder: string
let ada: Account
let solutionId: string

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bollard-e2e-cards-'))
  stripe = await startStripeServer()
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_URL: stripe.url,
  }
  own = await startOwnProduct({ ...(await sellerSettings(folder)), ...keys })
  ada = await createAccount('Ada')
  solutionId = (
    await apiOf(ada).createSolution({
      solutionNewDto: { type: 'CAPTCHA', label: 'Shop checkout', domains: ['localhost'] },
    })
  ).id
})
test.afterAll(async () => {
  await own?.stop()
  await stripe.close()
  await rm(folder, { recursive: true, force: true })
})

const apiOf = (account: Account) => createApiClient({ baseUrl: product.api, cookies: () => account.cookie })
const setupsBegun = () =>
  stripe.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/setup_intents').length

/**
 * Stripe's script in a browser without the internet: a field in place of Stripe's frame, which leads back to the page as Stripe
 * does, with what Stripe puts into the address. A number that ends in 0002 is declined.
 */
async function playStripe(context: BrowserContext): Promise<void> {
  const script = () => {
    const Stripe = (publishableKey: string) => ({
      elements: ({ clientSecret }: { clientSecret: string }) => ({
        clientSecret,
        create: () => ({
          mount(place: HTMLElement) {
            const field = Object.assign(document.createElement('input'), {
              id: 'stripe-number',
              autocomplete: 'cc-number',
            })
            const label = Object.assign(document.createElement('label'), {
              htmlFor: field.id,
              textContent: `Card number for ${publishableKey}`,
            })
            place.append(label, field)
          },
          on: (event: string, listener: () => void) => event === 'ready' && queueMicrotask(listener),
          destroy() {},
        }),
      }),
      async confirmSetup({
        elements,
        confirmParams,
      }: {
        elements: { clientSecret: string }
        confirmParams: { return_url: string }
      }) {
        const field = document.querySelector('#stripe-number')
        if (field instanceof HTMLInputElement && field.value.endsWith('0002'))
          return { error: { message: 'Your card was declined.' } }
        const back = new URL(confirmParams.return_url)
        back.searchParams.set('setup_intent', elements.clientSecret.split('_secret')[0] ?? '')
        back.searchParams.set('setup_intent_client_secret', elements.clientSecret)
        back.searchParams.set('redirect_status', 'succeeded')
        location.assign(back)
        return new Promise(() => {})
      },
    })
    Object.assign(globalThis, { Stripe })
  }
  await context.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(${script})()` }),
  )
}

test('a card is added on the way to a plan after a fresh proof, a declined one is told of, and the plan is paid with it at once', async ({
  page,
  context,
}) => {
  await signIn(context, ada)
  await playStripe(context)
  const watched = watchPage(page)
  const plan = `${product.dashboard}/en/solutions/${solutionId}/settings/billing/plan?plan=PRO&interval=MONTHLY`
  await openPage(page, plan)
  await page.getByRole('link', { name: 'Add an invoice address' }).click()
  await fillFields(page, {
    Company: 'Nordlicht Versand GmbH',
    'Street and number': 'Speicherstadt 4',
    'Postal code': '20457',
    City: 'Hamburg',
  })
  await page.getByLabel('Country').selectOption('DE')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/plan\?.*plan=PRO/u)

  // Signed in long ago: nothing is begun with the provider before the proof, nor by the proof itself.
  await ageProofOf(own, ada)
  await page.getByRole('link', { name: 'Add a card' }).click()
  await expect(page.getByText('goes straight to our payment provider, Stripe')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Load the Stripe fields' }).click()
  await prove(page, ada)
  expect(setupsBegun()).toBe(0)
  await page.getByRole('button', { name: 'Load the Stripe fields' }).click()
  await page.getByLabel('Card number for pk_test_1').fill('4000000000000002')
  expect(setupsBegun()).toBe(1)
  await page.getByRole('button', { name: 'Save payment method' }).click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  expect((await apiOf(ada).listPaymentMethods({})).items).toEqual([])
  await page.getByLabel('Card number for pk_test_1').fill('4242424242424242')
  await page.getByRole('button', { name: 'Save payment method' }).click()

  // Back at the plan that asked for it, with the card chosen and nothing of the provider left in the address.
  await expect(page).toHaveURL(/\/plan\?.*plan=PRO/u)
  expect(page.url()).not.toContain('setup_intent')
  const [card] = (await apiOf(ada).listPaymentMethods({})).items
  expect(card).toMatchObject({ kind: 'CARD', brand: 'visa', last4: '4242', status: 'ACTIVE' })
  await expect(page.getByLabel('Payment method')).toHaveValue(card?.id ?? '')
  await page.getByRole('button', { name: 'Order and pay €177.31' }).click()
  await expect(page.getByText('Your new plan is active.')).toBeVisible()
  await expect(page.getByRole('row', { name: /-000001.*€177\.31.*Paid/u })).toBeVisible()
  const charged = stripe.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/payment_intents')
  expect(charged.map(({ form }) => [form['amount'], form['currency']])).toEqual([['17731', 'eur']])
  expect(watched.complaints).toEqual([])
})

test('a set-up is finished by whoever began it and by nobody else, and without a proof a card is neither added nor deleted', async ({
  page,
  context,
}) => {
  const bob = await createAccount('Bob')
  const { id } = await apiOf(ada).startPaymentMethodSetup({ paymentMethodSetupDto: { kind: 'CARD' } })
  await signIn(context, bob)
  const finish = `${product.dashboard}/en/billing/payment-methods/setups/${id}`
  expect((await page.request.get(finish)).status()).toBe(404)
  expect((await apiOf(bob).listPaymentMethods({})).items).toEqual([])
  await ageProofOf(own, ada)
  await expect(apiOf(ada).startPaymentMethodSetup({ paymentMethodSetupDto: { kind: 'CARD' } })).rejects.toMatchObject({
    problem: { code: 'step-up-required' },
  })
  const [card] = (await apiOf(ada).listPaymentMethods({})).items
  await expect(apiOf(ada).deletePaymentMethod({ paymentMethodId: card?.id ?? '' })).rejects.toMatchObject({
    problem: { code: 'step-up-required' },
  })

  // Who took long at the bank finishes without another proof, from the list of their own.
  await context.clearCookies()
  await signIn(context, ada)
  await openPage(page, finish)
  await expect(page.getByText('Payment method added.')).toBeVisible()
  await expect(page.getByRole('heading', { name: /4242/u })).toHaveCount(2)
  await page.getByRole('button', { name: /^Delete/u }).click()
  await prove(page, ada)
  await page.getByRole('button', { name: /^Delete/u }).click()
  await expect(page.getByText('Payment method deleted.')).toBeVisible()
  // The one that pays for a solution stays.
  await expect(page.getByRole('heading', { name: /4242/u })).toHaveCount(1)
})

test('whoever reads a new invoice address confirms it by the link of its mail, with and without scripts, and a look alone changes nothing', async ({
  page,
  context,
  browser,
}) => {
  await signIn(context, ada)
  await openPage(page, `${product.dashboard}/en/billing/addresses/new`)
  await fillFields(page, {
    Company: 'Südwind GmbH',
    'Street and number': 'Marktplatz 1',
    'Postal code': '70173',
    City: 'Stuttgart',
  })
  await fillFields(page, { 'E-mail': 'bills@suedwind.example' })
  await page.getByLabel('CC', { exact: true }).fill('tax@adviser.example')
  await page.getByLabel('Country').selectOption('DE')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Address saved.')).toBeVisible()
  await expect(page.getByText('E-mail not confirmed')).toHaveCount(1)
  const links = await Promise.all(['bills@suedwind.example', 'tax@adviser.example'].map(linkTo))

  const stranger = await (await browser.newContext()).newPage()
  const watched = watchPage(stranger)
  await openPage(stranger, links[0] ?? '')
  await expect(stranger.getByLabel('Code from the link')).toHaveValue(/^[\w-]{43}$/u)
  expect(stranger.url()).toBe(`${product.dashboard}/en/confirm-invoice-address`)
  expect(await seriousFaults(stranger)).toEqual([])
  const addresses = async () =>
    (await apiOf(ada).listInvoiceAddresses({})).items.find(({ company }) => company === 'Südwind GmbH')
      ?.unconfirmedEmails
  expect(await addresses()).toEqual(['bills@suedwind.example', 'tax@adviser.example'])
  await stranger.getByRole('button', { name: 'Yes, send invoices to me' }).click()
  await expect(stranger.getByRole('heading', { name: 'Confirmed' })).toBeVisible()
  expect([await addresses(), watched.complaints]).toEqual([['tax@adviser.example'], []])
  await stranger.goto('about:blank')
  await openPage(stranger, links[0] ?? '')
  await stranger.getByRole('button', { name: 'Yes, send invoices to me' }).click()
  await expect(stranger.getByText('It may have been used already')).toBeVisible()
  await stranger.setViewportSize({ width: 360, height: 800 })
  expect(await stranger.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await stranger.context().close()

  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  const [address = '', token = ''] = (links[1] ?? '').split('#token=')
  await plain.goto(address.replace('/en/', '/de/'))
  await plain.getByLabel('Code aus dem Link').fill(token)
  await plain.getByRole('button', { name: 'Ja, Rechnungen an mich senden' }).click()
  await expect(plain.getByRole('heading', { name: 'Bestätigt' })).toBeVisible()
  expect(await addresses()).toEqual([])
  await plain.context().close()
})

/** The link in the newest mail that asks an address. */
const linkTo = (email: string): Promise<string> => inMail(email, /https?:\/\/\S+confirm-invoice-address\S+/u)
