import { expect, test } from 'vitest'
import { confirmWith } from './confirm-with.ts'
import type { Stripe } from './load-stripe.ts'

type Found = Awaited<ReturnType<Stripe['retrievePaymentIntent']>>

/** Writes down what is asked of the provider. */
function stripeThat(found: Found, answer: Found = {}) {
  const asked: unknown[] = []
  const never = () => {
    throw new Error('not asked for here')
  }
  const stripe: Stripe = {
    elements: never,
    confirmSetup: never,
    retrievePaymentIntent: async () => found,
    handleNextAction: async (options) => (asked.push(['handleNextAction', options]), answer),
    confirmPayment: async (options) => (asked.push(['confirmPayment', options]), answer),
  }
  return { asked, confirm: () => confirmWith(stripe, 'pi_1_secret', 'https://dashboard.example/invoice') }
}

test('a payment that waits for its person goes on where it is', async () => {
  const { asked, confirm } = stripeThat({ paymentIntent: { status: 'requires_action' } })
  expect(await confirm()).toBe('confirmed')
  expect(asked).toEqual([['handleNextAction', { clientSecret: 'pi_1_secret' }]])
})

test('one that was turned back because nobody was there is confirmed anew with the same card', async () => {
  const turnedBack = {
    paymentIntent: { status: 'requires_payment_method', last_payment_error: { payment_method: { id: 'pm_1' } } },
  }
  const { asked, confirm } = stripeThat(turnedBack)
  expect(await confirm()).toBe('confirmed')
  const confirmParams = { payment_method: 'pm_1', return_url: 'https://dashboard.example/invoice' }
  expect(asked).toEqual([['confirmPayment', { clientSecret: 'pi_1_secret', confirmParams, redirect: 'if_required' }]])
  expect(await stripeThat(turnedBack, { error: { message: 'Your card was declined.' } }).confirm()).toEqual({
    fault: 'Your card was declined.',
  })
})

test('one that is paid already asks for nothing, and one without a card is said to need another way', async () => {
  const paid = stripeThat({ paymentIntent: { status: 'succeeded' } })
  expect([await paid.confirm(), paid.asked]).toEqual(['confirmed', []])
  const without = stripeThat({ paymentIntent: { status: 'requires_payment_method', last_payment_error: null } })
  expect([await without.confirm(), without.asked]).toEqual(['refused', []])
  expect(await stripeThat({ error: { message: 'No such payment' } }).confirm()).toEqual({ fault: 'No such payment' })
})
