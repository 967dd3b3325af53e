import { expect, test } from 'vitest'
import { chosenEncoding } from './send-response.ts'

test('brotli before gzip, and only what the client accepts', () => {
  expect(chosenEncoding('gzip, deflate, br', 'text/html; charset=utf-8')).toBe('br')
  expect(chosenEncoding('gzip;q=0.5', 'application/json')).toBe('gzip')
  expect(chosenEncoding('br;q=0, gzip', 'text/css')).toBe('gzip')
  expect(chosenEncoding(undefined, 'text/html')).toBeNull()
})

test('what is compressed already, and events, stay as they are', () => {
  expect(chosenEncoding('br', 'font/woff2')).toBeNull()
  expect(chosenEncoding('br', 'image/png')).toBeNull()
  expect(chosenEncoding('br', 'text/event-stream')).toBeNull()
  expect(chosenEncoding('br', null)).toBeNull()
})
