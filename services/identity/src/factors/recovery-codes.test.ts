import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { outcome, protect } from '../testing/protect.ts'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)

test('a recovery code finishes a sign-in once, however it is typed, and the owner is told how many are left', async () => {
  const service = await start()
  const { becomeUser, cookieOf, mailbox, db } = service
  const { setUpTotp, signIn, answer, security } = protect(service)
  const cookie = await becomeUser()
  const { recoveryCodes: codes } = await setUpTotp(cookie)
  expect(new Set(codes).size).toBe(10)
  // 24 signs of 32 kinds are 120 bits.
  for (const code of codes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{6}-){3}[0-9A-HJKMNP-TV-Z]{6}$/u)
  const [first = '', second = '', third = ''] = codes
  const kept = JSON.stringify((await db.pool.query('select * from identity.recovery_codes')).rows)
  expect(kept).not.toContain(first)
  expect(kept).not.toContain(first.replaceAll('-', ''))

  const use = async (code: string) => outcome(await answer(cookieOf(await signIn()), { kind: 'RECOVERY_CODE', code }))
  expect(await use(first)).toBe('201')
  expect(await use(first), 'the same again').toBe('400 code-invalid')
  const sloppy = second.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  expect(await use(sloppy)).toBe('201')
  expect(await use('0'.repeat(24))).toBe('400 code-invalid')
  expect(await use('too-short')).toBe('422 validation-failed')
  const mails = (await mailbox.list()).filter(({ tag }) => tag === 'recovery-code-used')
  expect(mails).toHaveLength(2)
  const text = (await mailbox.get(mails[0]?.id ?? ''))?.text ?? ''
  expect(text).toContain('8')
  for (const code of codes) expect(text).not.toContain(code)

  const pendings = [cookieOf(await signIn()), cookieOf(await signIn())]
  const raced = await Promise.all(pendings.map((pending) => answer(pending, { kind: 'RECOVERY_CODE', code: third })))
  expect(raced.map(outcome).toSorted()).toEqual(['201', '400 code-invalid'])
  expect(await security(cookie)).toMatchObject({ recoveryCodesLeft: 7 })
})

test('new codes end the old ones, and codes are worth nothing to anybody else or once no factor is left', async () => {
  const service = await start()
  const { call, becomeUser, cookieOf, db, mailbox } = service
  const { setUpTotp, signIn, answer } = protect(service)
  const grace = { email: 'grace@example.org', password: 'another long passphrase' }
  const cookie = await becomeUser()
  const { recoveryCodes: old } = await setUpTotp(cookie)
  await setUpTotp(await becomeUser(grace))
  const renewed = await call('POST', '/users/me/recovery-codes', { headers: { cookie } })
  expect(outcome(renewed)).toBe('201')
  expect(
    (await mailbox.list()).filter(({ to, tag }) => to === ada.email && tag === 'recovery-codes-renewed'),
    'the owner is told',
  ).toHaveLength(1)
  const { recoveryCodes: codes } = renewed.json<{ recoveryCodes: string[] }>()
  expect(codes.filter((code) => old.includes(code))).toEqual([])
  const ofGrace = cookieOf(await signIn({}, grace))
  expect(outcome(await answer(ofGrace, { kind: 'RECOVERY_CODE', code: codes[0] }))).toBe('400 code-invalid')
  const pending = cookieOf(await signIn())
  expect(outcome(await answer(pending, { kind: 'RECOVERY_CODE', code: old[0] }))).toBe('400 code-invalid')
  expect(outcome(await answer(pending, { kind: 'RECOVERY_CODE', code: codes[0] }))).toBe('201')
  // As after an address was taken back: the factor is gone, its codes are still there.
  const late = cookieOf(await signIn())
  await db.pool.query('delete from identity.totp_secrets')
  expect(outcome(await answer(late, { kind: 'RECOVERY_CODE', code: codes[1] }))).toBe('400 code-invalid')
  expect((await call('GET', '/sessions/second-factor', { headers: { cookie: late } })).json()).toEqual({ factors: [] })
  expect(outcome(await signIn())).toBe('201')
})
