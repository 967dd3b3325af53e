import { Alert } from '@bollard/ui'
import { createRoot } from 'react-dom/client'
import { createRoutesStub, Form, useActionData } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { useFocusOnAnswer } from './keep-focus.ts'

let takeAway = () => {}
afterEach(() => takeAway())

/** A page with a message that was there before, and forms of which each is gone once it was sent: one tells of it, one is silent. */
function Page() {
  const done = useActionData<string>()
  useFocusOnAnswer()
  return (
    <main id="content" tabIndex={-1}>
      <Alert kind="warning">Change mode is on</Alert>
      <h1>Shop</h1>
      {done === 'unlock' ? <Alert kind="success">Unlocked</Alert> : null}
      {['unlock', 'end', 'stay'].map((intent) =>
        done === intent && intent !== 'stay' ? null : (
          <Form method="post" key={intent}>
            <button type="submit" name="intent" value={intent}>
              {intent}
            </button>
          </Form>
        ),
      )}
    </main>
  )
}

/** Sends a form of the page from the keyboard; answers what has the focus then. */
async function focusAfter(intent: string): Promise<string | undefined> {
  const answered = vi.fn<(intent: FormDataEntryValue | null) => void>()
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: Page,
      action: async ({ request }) => {
        const sent = (await request.formData()).get('intent')
        answered(sent)
        return sent
      },
    },
  ])
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const shown = createRoot(place)
  takeAway = () => shown.unmount()
  shown.render(<Stub />)
  const button = await vi.waitUntil(() => place.querySelector<HTMLButtonElement>(`[value=${intent}]`), {
    timeout: 20_000,
  })
  button.focus()
  button.click()
  await vi.waitFor(() => expect(answered).toHaveBeenCalledExactlyOnceWith(intent), { timeout: 20_000 })
  await vi.waitFor(() => expect(document.activeElement).not.toBe(document.body), { timeout: 20_000 })
  return document.activeElement?.textContent
}

test('a form that is gone hands the focus to the message of its result, or to the heading, never to the top of the page', async () => {
  expect(await focusAfter('unlock')).toBe('Unlocked')
  takeAway()
  expect(await focusAfter('end')).toBe('Shop')
})

test('a form that stays keeps the focus', async () => {
  expect(await focusAfter('stay')).toBe('stay')
})
