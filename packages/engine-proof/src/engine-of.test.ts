import { expect, test } from 'vitest'
import { isAgreed } from './agreed.ts'
import { engineOf } from './engine-of.ts'

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
test.for([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    'Chromium 156',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0',
    'Chromium 156',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
    'Chromium 156 mobile',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'Firefox 153'],
  ['Mozilla/5.0 (Android 16; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0', 'Firefox 153 mobile'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari} Version/26.1 Safari/605.1.15`, 'WebKit 26'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) ${safari} CriOS/156.0 Mobile/15E148 Safari/604.1`,
    'WebKit 26 mobile',
  ],
  ['curl/8.14.1', 'other'],
  ['', 'other'],
])('%s is counted as %s', ([userAgent = '', cohort]) => {
  expect(engineOf(userAgent).cohort).toBe(cohort)
})

test('only desktops in measured versions are held to an answer from the first day', () => {
  const agreed = (userAgent: string) => isAgreed(engineOf(userAgent))
  expect(agreed('Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36')).toBe(true)
  expect(agreed('Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0')).toBe(true)
  expect(agreed('Mozilla/5.0 (X11; Linux x86_64) Chrome/157.0.0.0 Safari/537.36')).toBe(false)
  expect(agreed('Mozilla/5.0 (X11; Linux x86_64) QtWebEngine/5.15 Chrome/87.0.0.0 Safari/537.36')).toBe(false)
  expect(agreed('Mozilla/5.0 (Linux; Android 16; K) Chrome/156.0.0.0 Mobile Safari/537.36')).toBe(false)
  expect(agreed('Mozilla/5.0 (Linux; Android 16; Tablet) Chrome/156.0.0.0 Safari/537.36')).toBe(false)
  expect(agreed(`Mozilla/5.0 (Macintosh) ${safari} Version/26.1 Safari/605.1.15`)).toBe(false)
})

test('a user agent made to be slow is read as fast as any other', () => {
  const slow = `${'Chrome/'.repeat(2000)}Version/${'9'.repeat(2000)}Safari/`
  const begun = process.cpuUsage()
  for (let n = 0; n < 20; n++) engineOf(slow)
  expect(process.cpuUsage(begun).user / 20).toBeLessThan(5_000)
})
