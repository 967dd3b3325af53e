import { expect, test } from 'vitest'
import { newBrowserId, readBrowserId } from './browser-id.ts'

test('a new id is found again in the cookie it made', () => {
  const { browserId, setCookie } = newBrowserId(true)
  expect(setCookie).toContain('; Secure')
  expect(readBrowserId(`theme=dark; ${setCookie.split(';')[0]}`)).toBe(browserId)
})

test('an id that we cannot have made counts as none', () => {
  expect(readBrowserId('browser_id=1')).toBeNull()
  expect(readBrowserId('browser_id=<script>aaaaaaaaaaaaaa')).toBeNull()
  expect(readBrowserId(null)).toBeNull()
})
