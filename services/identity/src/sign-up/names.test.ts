import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)
const profile = { language: 'en', timezone: 'UTC', theme: 'system', version: 1 }

test('a given name that is a web address, or that turns the words around it, is refused with a code that says so', async () => {
  const { call, becomeUser, mailbox, service } = await start()
  const cookie = await becomeUser()
  await service.drain()
  const mails = (await mailbox.list()).length
  const refused = {
    'win https://evil.example': 'web-address',
    'HTTP://EVIL': 'web-address',
    'WWW.evil.example': 'web-address',
    'ada\nBcc: eve': 'invalid-format',
    'ada\u202emoc': 'invalid-format',
    'ada\u200f': 'invalid-format',
    'ada\u0007': 'invalid-format',
  }
  for (const [givenName, code] of Object.entries(refused)) {
    const answers = [
      await call('POST', '/accounts', { body: { ...ada, email: 'grace@example.org', givenName } }),
      await call('PUT', '/users/me', { body: { ...profile, givenName }, headers: { cookie } }),
      await call('POST', '/first-admin', {
        body: { token: 'x', email: ada.email, password: ada.password, language: 'en', givenName },
      }),
    ]
    for (const answer of answers) {
      expect(answer.statusCode, givenName).toBe(422)
      const { errors } = answer.json<{ errors: { pointer: string; code: string }[] }>()
      expect(
        errors.map((error) => `${error.pointer} ${error.code}`),
        givenName,
      ).toEqual([`/givenName ${code}`])
    }
  }
  await service.drain()
  expect(await mailbox.list(), 'and nobody gets a mail').toHaveLength(mails)

  let version = 1
  for (const givenName of [
    'Zoë',
    'José María',
    "O'Neill",
    'J. R.',
    '王小明',
    'می‌خواهم',
    'Swww',
    'Anne-Marie: die Zweite',
  ]) {
    const answer = await call('PUT', '/users/me', { body: { ...profile, givenName, version }, headers: { cookie } })
    expect([answer.statusCode, answer.json<{ givenName: string }>().givenName]).toEqual([200, givenName])
    version += 1
  }
})
