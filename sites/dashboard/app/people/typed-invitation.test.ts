import { expect, test } from 'vitest'
import { typedInvitation } from './typed-invitation.ts'

test('a form reads as it was filled in, and what was not chosen from a list as the least of it', () => {
  const fields: Record<string, string> = {
    email: ' grace@example.org ',
    role: 'ADMIN',
    language: 'de',
    message: 'As agreed.\r\nAda\r\n',
  }
  expect(typedInvitation((name) => fields[name] ?? '')).toEqual({
    email: 'grace@example.org',
    role: 'ADMIN',
    language: 'de',
    message: 'As agreed.\nAda',
  })
  expect(typedInvitation(() => 'OWNER')).toMatchObject({ role: 'VIEWER', language: 'en' })
})
