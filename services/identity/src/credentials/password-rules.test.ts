import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { fastestOf } from '../testing/fastest-of.ts'
import { fillFilter, mayHold } from './common-passwords.ts'
import { findPasswordFault } from './password-rules.ts'

const ada = { email: 'ada.kowalski@analytical.example', givenName: 'Ottilie' }

test.for([
  'password1234',
  'Passwort1234',
  'P@ssw0rd2026',
  'qwertyuiop12',
  'qwertzuiop123',
  '1q2w3e4r1q2w3e4r',
  'aaaaaaaaaaaa',
  'abababababab',
  'abcabcabcabcab',
  '123456789012',
  '987654321098',
  'abcdefghijkl',
  'iloveyou1234',
  'welcome12345',
  'Summer2026!!',
  'Sommer2026!!!',
  'letmeinletmein',
  'football2024',
  '111122223333',
  'qazwsxedcrfv',
  'asdfghjkl123',
  'adminadmin123',
  'hallohallo12',
  'passwordpassword',
  'monkeydragon1',
  '            ',
  '1qaz2wsx3edc',
  'trustno1trustno1',
  // Nothing but what many people use.
  'leavemealone',
  'LeaveMeAlone',
  'fussballverruckte',
  'ghjcnjgfhjkm',
  'Dragonfly2019!!',
  'butterfly!99!',
  '!!snowboard77',
  'M0torcycle999',
])('%s is too common', (password) => {
  expect(findPasswordFault(password, ada)).toBe('too-common')
})

test.for([
  'bollard-bollard',
  'Bollard2026!',
  'ada.kowalski12',
  'kowalski1815!',
  'OttilieAda2026',
  'analytical.example',
  'B0ll4rd!B0ll4rd',
  'kowalskipassword',
])('%s is made of what everybody knows about Ada', (password) => {
  expect(findPasswordFault(password, ada)).toBe('contains-personal')
})

test.for([
  'correct horse battery',
  'tannenbaum im mai',
  'x7Kq-pL2v-9RtW',
  'mein hund frisst gras',
  'zwölf boxkämpfer jagen',
  '我的密码是很长的一句话呢',
  'kowalski rides a green bicycle',
  'gZ8w!tq#rB2m',
  // A well-known word, and enough beside it.
  'dragonfly 83920175',
  'butterfly on a fence',
  'ичитать книгу ночью',
])('%s is allowed', (password) => {
  expect(findPasswordFault(password, ada)).toBeNull()
})

test('the longest password is judged quickly', async () => {
  const longest = ['a1'.repeat(64), 'passwor'.repeat(18), 'qwe'.repeat(42), '!@$'.repeat(42)]
  const { judge } = await fastestOf(
    { judge: async () => longest.map((password) => findPasswordFault(password, ada)) },
    { rounds: 1, holds: (fastest) => fastest.judge < 100 },
  )
  expect(judge).toBeLessThan(100)
})

test('of random passwords none is taken for a common one, and of the shipped list all are', () => {
  const random = Array.from({ length: 2000 }, (_, index) =>
    createHash('sha256').update(`${index}`).digest('base64url').slice(0, 12),
  )
  expect(random.filter((password) => findPasswordFault(password, ada) !== null)).toHaveLength(0)
  const file = fillFilter(new Set(random.slice(0, 1000)))
  expect(random.slice(0, 1000).every((text) => mayHold(file, text))).toBe(true)
  expect(random.slice(1000).filter((text) => mayHold(file, text)).length).toBeLessThan(3)
})
