import { faultsOfPage } from '@bollard/site-kit/page-states'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { websitePage } from '../examples/website-page.ts'
import '../islands/visitor-consent.ts'

const click = 'Cj0KCQiA_example-click'
const sent: FormData[] = []

function SomePage() {
  return (
    <>
      <title>A page</title>
      <h1>A page</h1>
    </>
  )
}

/** A page of the mode that keeps clicks in the tab, as the server writes it. */
function openPage(consent: string, { mode = 'data-keeps-click', field = '' } = {}): HTMLElement {
  const place = document.createElement('div')
  place.innerHTML = `<visitor-consent data-consent="${consent}" ${mode}>
    <form action="/en/legal/cookie-settings">${field}<button name="cookie_consent" value="rejected">No</button>
      <button name="cookie_consent" value="accepted">Yes</button></form></visitor-consent>`
  document.body.replaceChildren(place)
  return place
}

const answer = (page: HTMLElement, value: string) =>
  page.querySelector<HTMLButtonElement>(`button[value="${value}"]`)?.click()
const arriveBy = (query: string) => history.replaceState(null, '', `?${query}`)

beforeEach(() => {
  sessionStorage.clear()
  sent.length = 0
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: FormData }) => {
    sent.push(body)
    return { type: 'opaqueredirect' }
  })
})
afterEach(() => arriveBy(''))

test('with consent by specification everybody is asked, with two buttons that are alike', async () => {
  const state = websitePage({
    at: '/products/captcha',
    page: { id: 'page', module: { default: SomePage }, path: '*' },
    knows: { consentMode: 'specification', recordsVisits: true },
    heading: () => 'A page',
    has: (page) => {
      const buttons = [...page.querySelectorAll('[data-consent-banner] button')]
      expect(buttons).toHaveLength(2)
      expect(new Set(buttons.map(({ className }) => className)).size).toBe(1)
    },
  })
  expect(await faultsOfPage(state)).toEqual([])
})

test('a click stays in the tab until there is a yes on a later page, which hands it over and forgets it', async () => {
  arriveBy(`gclid=${click}&utm=x`)
  openPage('')
  expect(sessionStorage.getItem('gclid')).toBe(click)
  expect(location.search).toBe('?utm=x')
  expect(sent).toEqual([])
  answer(openPage(''), 'accepted')
  await vi.waitFor(() => expect(sessionStorage.getItem('gclid')).toBeNull(), { timeout: 20_000 })
  expect(sent.map((body) => [body.get('cookie_consent'), body.get('gclid')])).toEqual([['accepted', click]])
})

test('a no sends no click and leaves it to the tab; a yes given elsewhere hands it over at the next page', async () => {
  arriveBy(`gclid=${click}`)
  answer(openPage(''), 'rejected')
  await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 20_000 })
  expect([sent[0]?.get('cookie_consent'), sent[0]?.get('gclid')]).toEqual(['rejected', null])
  expect(sessionStorage.getItem('gclid')).toBe(click)
  openPage('accepted')
  await vi.waitFor(() => expect(sent).toHaveLength(2), { timeout: 20_000 })
  expect(sent[1]?.get('gclid')).toBe(click)
})

test('somebody who has agreed and came by no click sends nothing, and what cannot be a click is not kept', () => {
  openPage('accepted')
  arriveBy('gclid=%22%3E')
  openPage('')
  expect([sent.length, sessionStorage.length]).toEqual([0, 0])
})

test('in strict mode the click is in the form of the question and nowhere else', async () => {
  arriveBy(`gclid=${click}`)
  const page = openPage('', { mode: '', field: `<input type="hidden" name="gclid" value="${click}">` })
  expect(sessionStorage.length).toBe(0)
  answer(page, 'accepted')
  await vi.waitFor(() => expect(sent.map((body) => body.get('gclid'))).toEqual([click]), { timeout: 20_000 })
})

test('an answer on the page of the settings is saved in its place, and a browser that forbids it is believed', async () => {
  const page = openPage('accepted')
  page.insertAdjacentHTML(
    'beforeend',
    `<section data-consent-settings><p data-consent-state>You haven’t answered.</p>
      <form action="/en/legal/cookie-settings"><button name="cookie_consent" value="accepted">Yes</button></form></section>`,
  )
  const toasts: unknown[] = []
  const hear = ({ detail }: CustomEvent) => toasts.push(detail)
  document.addEventListener('toast', hear)
  vi.stubGlobal('fetch', async (_address: string, { body }: { body?: FormData }) => {
    if (body === undefined)
      return new Response('<visitor-consent data-consent="rejected"></visitor-consent><p data-consent-state>No.</p>')
    sent.push(body)
    return { type: 'opaqueredirect' }
  })
  page.querySelector('visitor-consent')?.setAttribute('data-replay', 'data:text/javascript,')
  page.querySelector<HTMLButtonElement>('[data-consent-settings] button')?.click()
  await vi.waitFor(() => expect(toasts).toEqual([{ type: 'SUCCESS', said: 'answerSaved' }]), { timeout: 20_000 })
  document.removeEventListener('toast', hear)
  expect(sent.map((body) => body.get('cookie_consent'))).toEqual(['accepted'])
  expect(page.querySelector('[data-consent-state]')?.textContent).toBe('No.')
  expect(page.querySelector('session-replay')).toBeNull()
})
