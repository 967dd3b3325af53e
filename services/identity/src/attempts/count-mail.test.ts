import { browserIdHeader } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { outcome } from '../testing/protect.ts'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)
const stranger = { [browserIdHeader]: 'browser-of-a-stranger-01' }
const plenty = { limit: 1000, seconds: 3600 }

test('a stranger uses up what they may have mailed to somebody, and keeps no mail from the owner', async () => {
  const { call, becomeUser, service, mailbox } = await start({
    rateLimits: { passwordResetPerIp: plenty, resendPerIp: plenty, signUpPerIp: plenty, resendPause: plenty },
  })
  await becomeUser()
  const body = { email: ada.email }
  const ask = (path: string, ip: string) =>
    call('POST', path, { body: path === '/accounts' ? ada : body, headers: stranger, ip })
  const kinds = ['/password-resets', '/email-verifications/resend', '/accounts']
  for (const path of kinds) {
    const outcomes = []
    for (let index = 0; index < 6; index += 1) outcomes.push((await ask(path, '10.0.0.1')).statusCode)
    expect(outcomes.slice(4), path).toEqual([path === '/accounts' ? 201 : 204, 429])
  }
  await service.drain()
  const resets = async () => (await mailbox.list()).filter(({ tag }) => tag === 'password-reset').length
  expect(await resets()).toBe(5)
  expect(outcome(await ask('/password-resets', '10.0.0.2')), 'the owner on another network').toBe('204')
  await service.drain()
  expect(await resets()).toBe(6)
})

test('many networks together reach a ceiling, above which only a browser of the owner gets mails', async () => {
  const { call, becomeUser, service } = await start({ rateLimits: { mailPerAddress: { limit: 3, seconds: 3600 } } })
  const cookie = await becomeUser()
  const ask = (email: string, index: number, headers: Record<string, string>) =>
    call('POST', '/password-resets', { body: { email }, headers, ip: `10.0.${index}.1` })
  for (const email of [ada.email, 'nobody@example.org']) {
    const outcomes = []
    for (let index = 0; index < 4; index += 1) outcomes.push(outcome(await ask(email, index, stranger)))
    // The mail of the sign-up counts as one to Ada.
    expect(outcomes, email).toEqual(
      email === ada.email
        ? ['204', '204', '429 rate-limited', '429 rate-limited']
        : ['204', '204', '204', '429 rate-limited'],
    )
  }
  expect(outcome(await ask(ada.email, 9, { cookie })), 'where she signed in before').toBe('204')
  expect(outcome(await ask(ada.email, 9, {})), 'the id of her browser alone').toBe('429 rate-limited')
  expect(outcome(await ask(ada.email, 9, { ...stranger, cookie })), 'her cookie elsewhere').toBe('429 rate-limited')
  expect(outcome(await ask('nobody@example.org', 9, { cookie }))).toBe('429 rate-limited')
  await service.drain()
})
