import type { Notice } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { createNoticeReader } from './notice.ts'

test('pages ask for the notice once in ten seconds, show it in their language, and not beyond its end', async () => {
  let time = Date.parse('2026-11-21T12:00:00Z')
  let asked = 0
  let notice: Notice | null = {
    texts: { en: 'Maintenance at 22:00 UTC', de: 'Wartung um 22:00 UTC' },
    endsAt: '2026-11-21T12:00:09Z',
  }
  const read = createNoticeReader({
    now: () => time,
    async ask() {
      asked += 1
      return notice
    },
  })
  const shown = await Promise.all((['de', 'fr'] as const).map((language) => read('http://api.invalid', language)))
  expect(shown).toEqual([
    { text: 'Wartung um 22:00 UTC', language: 'de' },
    { text: 'Maintenance at 22:00 UTC', language: 'en' },
  ])
  time += 9_000
  expect([await read('http://api.invalid', 'en'), asked]).toEqual([null, 1])
  notice = null
  time += 1_000
  expect([await read('http://api.invalid', 'en'), asked]).toEqual([null, 2])
})

test('without an answer there is no notice, and the page comes all the same', async () => {
  const read = createNoticeReader({ ask: () => Promise.reject(new Error('refused')) })
  expect(await read('http://api.invalid', 'en')).toBeNull()
})
