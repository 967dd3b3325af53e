import { expect, test } from 'vitest'
import { proofOf } from '../prove/proof-of.server.ts'
import { factorsNamedBy } from './factors-named-by.ts'
import { addedFactorOf, secondFactorOf } from './second-factor-of.server.ts'

const passkey = { challengeId: 'c', response: { id: 'i', rawId: 'i', type: 'public-key', response: {} } }

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('digits count without the spaces and hyphens they were pasted with', () => {
  expect(secondFactorOf(formOf({ code: ' 123 456 ', trustDevice: 'on' }))).toEqual({
    kind: 'TOTP',
    code: '123456',
    trustDevice: true,
  })
  expect(addedFactorOf(formOf({ factorCode: '123-456' }))).toEqual({ kind: 'TOTP', code: '123456' })
  expect(proofOf(formOf({ proof: 'TOTP', proofCode: '123 456' }))).toEqual({ kind: 'TOTP', code: '123456' })
})

test('a recovery code is sent as it was written', () => {
  expect(secondFactorOf(formOf({ recoveryCode: ' abcd-efgh-jkmn-pqrs-tvwx ' }))).toEqual({
    kind: 'RECOVERY_CODE',
    code: 'abcd-efgh-jkmn-pqrs-tvwx',
  })
  expect(addedFactorOf(formOf({ factorCode: 'abcd-efgh-jkmn-pqrs-tvwx' }))).toEqual({
    kind: 'RECOVERY_CODE',
    code: 'abcd-efgh-jkmn-pqrs-tvwx',
  })
})

test('a passkey goes before anything typed; what is no answer of a passkey is none', () => {
  const answer = JSON.stringify(passkey)
  expect(secondFactorOf(formOf({ passkey: answer, code: '' }))).toEqual({
    kind: 'PASSKEY',
    ...passkey,
    trustDevice: false,
  })
  expect(addedFactorOf(formOf({ passkey: answer, factorCode: '' }))).toEqual({ kind: 'PASSKEY', ...passkey })
  expect(proofOf(formOf({ proof: 'PASSKEY', passkey: answer }))).toEqual({ kind: 'PASSKEY', ...passkey })
  for (const text of ['', '{', 'null', '"x"', '{}', '{"challengeId":"c"}'])
    expect(proofOf(formOf({ proof: 'PASSKEY', passkey: text })), text).toBeNull()
})

test('a form without a second factor or a proof has none', () => {
  expect(addedFactorOf(formOf({ factorCode: ' ' }))).toBeNull()
  expect(proofOf(formOf({ proofPassword: 'x' }))).toBeNull()
})

test('the kinds are those that the service names in its refusal', () => {
  const errors = (['TOTP', 'RECOVERY_CODE', 'CARRIER_PIGEON'] as const).map((kind) => ({
    pointer: '/secondFactor',
    code: 'required',
    params: { kind },
  }))
  expect(factorsNamedBy({ code: 'second-factor-required', errors })).toEqual(['TOTP', 'RECOVERY_CODE'])
  expect(factorsNamedBy({ code: 'validation-failed', errors })).toEqual([])
})
