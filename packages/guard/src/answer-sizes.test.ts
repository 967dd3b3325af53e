import { expect, test } from 'vitest'
import { createAnswerSizes } from './answer-sizes.ts'
import { fileOf, startGuard } from './testing/start-guard.ts'

const visit = (path: string, more: object = {}) => ({ host: 'shop.example', method: 'GET', path, ...more })

test('the average is of the same method and folder, and there is none before enough answers are known', () => {
  const sizes = createAnswerSizes()
  for (let index = 0; index < 19; index += 1) sizes.note(visit(`/products/${index}`), 1_000)
  expect(sizes.averageFor(visit('/products/new'))).toBeNull()
  sizes.note(visit('/products/last'), 3_000)
  expect(sizes.averageFor(visit('/products/new'))).toBe(1_100)
  for (const other of [
    visit('/products'),
    visit('/'),
    visit('/products/a', { method: 'POST' }),
    visit('/products/a', { host: 'b' }),
  ])
    expect(sizes.averageFor(other)).toBeNull()
})

test('visitors who ask for ever other addresses fill no more than a bounded memory', () => {
  const sizes = createAnswerSizes()
  for (let index = 0; index < 30; index += 1) sizes.note(visit('/kept'), 10)
  for (let index = 0; index < 4_999; index += 1) sizes.note(visit(`/${index}`), 10)
  expect(sizes.averageFor(visit('/kept'))).toBe(10)
  sizes.note(visit('/one-more'), 10)
  expect(sizes.averageFor(visit('/kept'))).toBeNull()
})

test('a refusal is told with what the site did not have to send, and a challenge, which may still be solved, is not', async () => {
  await using running = await startGuard(
    fileOf(`      - { name: asked, paths: [/a/asked], mode: LIVE, challenge: ALWAYS }
      - { name: all, mode: LIVE, programs: { AI_TRAINING: DENY } }`),
    { gateway: { listener: (_request, response) => void response.end('x'.repeat(50_000)) } },
  )
  for (let index = 0; index < 20; index += 1) await running.ask(`/a/${index}`)
  const bot = await running.ask('/a/b', { headers: { 'user-agent': 'GPTBot/1.2' } })
  await running.ask('/a/asked')
  await running.ask('/elsewhere', { headers: { 'user-agent': 'GPTBot/1.2' } })
  const [denied, challenged, unknown] = running.reports.slice(20)
  expect(denied?.savedBytes).toBe(50_000 - Buffer.byteLength(bot.body))
  expect([challenged?.decision.conclusion, challenged?.savedBytes, unknown?.savedBytes]).toEqual([
    'CHALLENGE',
    null,
    null,
  ])
  expect(running.reports[0]?.savedBytes).toBeNull()
})
