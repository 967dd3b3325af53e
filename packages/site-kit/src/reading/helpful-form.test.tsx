import { afterEach, expect, test, vi } from 'vitest'
import './helpful-form.island.ts'

/** Sends the answer of a page that has a place for toasts, or none, to a service that answers with `status`. */
async function answer(status: number, hasToasts: boolean): Promise<{ page: HTMLElement; told: unknown[] }> {
  const told: unknown[] = []
  const sent = vi.fn<() => Promise<Response>>(async () => new Response(null, { status }))
  vi.stubGlobal('fetch', sent)
  const page = document.createElement('div')
  page.innerHTML = `<helpful-form data-thanks="Thanks" data-failed="Failed">
    <form action="/en/helpful"><button name="answer" value="yes">Yes</button></form></helpful-form>`
  page.addEventListener('toast', (event) => {
    if (!(event instanceof CustomEvent) || !hasToasts) return
    event.preventDefault()
    told.push(event.detail)
  })
  document.body.replaceChildren(page)
  page.querySelector('button')?.click()
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1), { timeout: 20_000 })
  await new Promise((resolve) => setTimeout(resolve))
  return { page, told }
}

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

test('an answer that was not counted is said in a toast, and can be sent again', async () => {
  const { page, told } = await answer(503, true)
  expect(told).toEqual([{ type: 'DANGER', title: 'Failed' }])
  expect(page.querySelector('form button')).not.toBeNull()
})

test('thanks are in a toast once and stay in the place of the question; without toasts the place says all itself', async () => {
  const thanked = await answer(204, true)
  expect(thanked.told).toEqual([{ type: 'SUCCESS', title: 'Thanks' }])
  expect(thanked.page.querySelector('helpful-form')?.innerHTML).toBe('<p>Thanks</p>')
  const failed = await answer(503, false)
  expect(failed.page.querySelector('helpful-form')?.innerHTML).toBe('<p role="status">Failed</p>')
})
