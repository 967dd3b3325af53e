import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { runSession, untilDone } from './session.ts'

test('what was opened is closed after its use, and after a failure of it', async () => {
  for (const use of [async () => undefined, () => Promise.reject(new Error('no such field'))]) {
    const close = vi.fn()
    const ended = runSession({ signal: new AbortController().signal, open: async () => 'browser', close, use })
    await ended.catch((error: unknown) => expect(error).toEqual(new Error('no such field')))
    expect(close).toHaveBeenCalledWith('browser')
  }
})

test('when the time is over, the browser is closed and the visit fails at once', async () => {
  const controller = new AbortController()
  const close = vi.fn()
  const ended = runSession({
    signal: controller.signal,
    open: async () => 'browser',
    close,
    use: () => new Promise<void>(() => undefined),
  })
  setTimeout(() => controller.abort(), 20)
  await expect(ended).rejects.toThrow('ran out of time')
  expect(close).toHaveBeenCalled()
})

test('a browser that opens after the time is over is closed and not used', async () => {
  const controller = new AbortController()
  const close = vi.fn()
  const use = vi.fn(async () => undefined)
  const ended = runSession({ signal: controller.signal, open: () => sleep(40, 'browser'), close, use })
  setTimeout(() => controller.abort(), 10)
  await expect(ended).rejects.toThrow('ran out of time')
  expect(close).toHaveBeenCalled()
  expect(use).not.toHaveBeenCalled()
})

test('waiting ends with the title or with the deadline', async () => {
  const titles = ['form', 'done']
  await untilDone(async () => titles.shift() ?? '', new AbortController().signal)
  expect(titles).toEqual([])
  await untilDone(async () => 'form', AbortSignal.timeout(30))
})
