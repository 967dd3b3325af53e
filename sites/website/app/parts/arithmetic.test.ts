import { expect, test } from 'vitest'
import { alphabets } from './pieces/alphabets.ts'
import { cookieNames, hiddenFromScripts } from './cookie-inspector/cookie-names.ts'
import {
  hex,
  makeAesKey,
  makeRsaPair,
  rsaMaxBytes,
  sealWithAes,
  sealWithRsa,
  withOneBitFlipped,
} from './encryption-lab/encryption.ts'
import { fingerprintNames, fingerprintText, stillAlike } from './fingerprint-entropy/fingerprint.ts'
import { attempts, decide, isWithin, rules } from './firewall-rules/firewall.ts'
import {
  attackSpeed,
  bitsOf,
  durationText,
  guessesPerSecond,
  possibilitiesText,
  secondsToGuess,
} from './pieces/guessing-time.ts'
import { othersOpened, randomPassword } from './password-strength/random-password.ts'
import { formatScript } from './readable-again/format-script.ts'
import { stages } from './readable-again/stages.ts'

const words = { atOnce: 'at once', endless: 'endless' }

test('guessing takes half of all possibilities on average, at the speed that is stated', () => {
  expect(bitsOf(16, 4)).toBe(16)
  expect(secondsToGuess(bitsOf(2, 11), 1)).toBe(1_024)
  // 62 to the power of 8, half of it, at 24,600.1 million a second: 74 minutes.
  expect(secondsToGuess(bitsOf(62, 8), guessesPerSecond.md5) / 60).toBeCloseTo(73.96, 1)
  expect(guessesPerSecond.bcrypt).toBeCloseTo(129.05, 2)
})

test('more cards speed up work on stolen hashes and no guessing at a form', () => {
  expect(attackSpeed('md5', 10)).toBe(10 * attackSpeed('md5', 1))
  expect(attackSpeed('online', 10) * 3_600).toBe(100)
})

test.for([
  [0.2, 'at once'],
  [59, '59 seconds'],
  [5_400, '1.5 hours'],
  [86_400 * 400, '1.1 years'],
  [3.156e13, '1 million years'],
  [3.2e20, 'endless'],
] as const)('%d seconds are “%s”', ([seconds, text]) => {
  expect(durationText(seconds, 'en', words)).toBe(text)
})

test('possibilities are written in full while they can be read, and in each language', () => {
  expect(possibilitiesText(bitsOf(10, 6), 'en')).toBe('1,000,000')
  expect(possibilitiesText(bitsOf(10, 6), 'de')).toBe('1.000.000')
  expect(possibilitiesText(bitsOf(10, 24), 'en')).toBe('1 × 10²⁴')
})

test('a password is drawn evenly: bytes that would favour some characters are drawn again', () => {
  let at = 0
  const inTurn = (bytes: Uint8Array): void => bytes.forEach((_, index) => (bytes[index] = at++ % 256))
  const round = randomPassword(alphabets.alphanumeric, 248, inTurn)
  const counts = [...alphabets.alphanumeric].map((character) => round.split(character).length - 1)
  expect(new Set(counts)).toEqual(new Set([4]))
})

test('a leaked password opens the accounts that share it', () => {
  expect(othersOpened(100, 5)).toBe(19)
  expect(othersOpened(100, 100)).toBe(0)
  expect(othersOpened(3, 300)).toBe(0)
})

test('the first rule that fits decides, and the default where none does', () => {
  const verdicts = attempts.map((attempt) => decide(attempt, rules, false))
  expect(verdicts.map(({ isAllowed, rule }) => [isAllowed, rule?.id ?? null])).toEqual([
    [true, 'web'],
    [true, 'office'],
    [false, 'shell'],
    [true, 'database'],
    [false, null],
    [true, 'web'],
  ])
  const admin = { id: 'admin', from: '203.0.113.7', port: 22 }
  expect(decide(admin, rules.toReversed(), false)).toMatchObject({ isAllowed: false, rule: { id: 'shell' } })
  expect(decide({ id: 'x', from: '192.0.2.1', port: 5432 }, rules, true)).toEqual({ isAllowed: true, rule: null })
})

test.for([
  ['10.255.255.255', '10.0.0.0/8', true],
  ['11.0.0.0', '10.0.0.0/8', false],
  ['203.0.113.255', '203.0.113.0/24', true],
  ['203.0.114.0', '203.0.113.0/24', false],
  ['198.51.100.9', '198.51.100.9', true],
  ['255.1.2.3', '0.0.0.0/0', true],
] as const)('%s in %s: %s', ([address, network, expected]) => {
  expect(isWithin(address, network)).toBe(expected)
})

test('a formatted script has its lines back and says the same', () => {
  const formatted = formatScript(stages.shipped)
  expect(formatted.split('\n').length).toBeGreaterThan(8)
  const typed = [0, 100, 200, 300, 400, 500, 600].map((at) => ({ at }))
  const byHand = [0, 90, 230, 300, 480, 520, 700].map((at) => ({ at }))
  for (const code of [stages.shipped, formatted, stages.named]) {
    const judge = functionIn(code)
    expect([judge(typed), judge(byHand), judge([])]).toEqual([true, false, false])
  }
})

test.for([
  ['a=!0;b=!1;c=void 0', 'a = true;\nb = false;\nc = undefined'],
  ['f(0x1f,"\\x68\\x69")', 'f(31, "hi")'],
  ['for(var i=0;i<3;i++)f(i)', 'for (var i = 0; i < 3; i++) f(i)'],
  ['if(a){b()}else{c()}', 'if (a) {\n  b()\n} else {\n  c()\n}'],
  ['a=b/2;c=/x;{/g.test(d)', 'a = b / 2;\nc = /x;{/g.test(d)'],
  ['a="{;}"', 'a = "{;}"'],
  ['return-1', 'return -1'],
  ['a=b?-1:c', 'a = b ? -1 : c'],
] as const)('%s is shown in lines', ([script, formatted]) => {
  expect(formatScript(script)).toBe(formatted)
})

test('AES-GCM and RSA-OAEP give back the text, differ each time, and refuse a changed bit', async () => {
  const [key, pair] = await Promise.all([makeAesKey(), makeRsaPair()])
  const text = 'Grüße'
  const [aes, again, rsa] = [await sealWithAes(text, key), await sealWithAes(text, key), await sealWithRsa(text, pair)]
  expect([await aes.open(aes.ciphertext), await rsa.open(rsa.ciphertext)]).toEqual([text, text])
  // Seven bytes of text and the tag; RSA always fills its modulus.
  expect([aes.ciphertext.length, rsa.ciphertext.length]).toEqual([7 + 16, 256])
  expect(hex(again.ciphertext)).not.toBe(hex(aes.ciphertext))
  for (const sealed of [aes, rsa]) await expect(sealed.open(withOneBitFlipped(sealed.ciphertext))).rejects.toThrow()
  await expect(sealWithRsa('x'.repeat(rsaMaxBytes), pair)).resolves.toBeDefined()
  await expect(sealWithRsa('x'.repeat(rsaMaxBytes + 1), pair)).rejects.toThrow()
})

test('cookies that a script does not find in its own list are the hidden ones', () => {
  expect(cookieNames('a=1; b=2=3;c')).toEqual(['a', 'b', ''])
  expect(cookieNames('')).toEqual([])
  expect(hiddenFromScripts(['a', 'session'], ['a'])).toEqual(['session'])
})

test('a fingerprint follows from every value, and a value narrows a crowd down to one at most', () => {
  const values = {
    userAgent: 'u',
    languages: 'en',
    timeZone: 'UTC',
    screen: 's',
    cores: '8',
    memory: null,
    touch: '0',
    graphics: 'g',
    preferences: null,
  }
  const text = fingerprintText(values, 'd')
  for (const name of fingerprintNames) expect(fingerprintText({ ...values, [name]: 'other' }, 'd'), name).not.toBe(text)
  expect(fingerprintText(values, 'other')).not.toBe(text)
  expect([stillAlike(1_000_000, 1_000), stillAlike(10, 1_000)]).toEqual([1_000, 1])
  // The measurement that the page cites.
  expect(Math.log2(286_777)).toBeCloseTo(18.1, 1)
})

/** The function that a source text declares. */
function functionIn(code: string): (keystrokes: readonly { at: number }[]) => boolean {
  // oxlint-disable-next-line no-implied-eval, no-new-func -- the sample is ours, and this shows that its stages agree
  return new Function(`return (${code.replace(/^\/\*\*.*\n/u, '')})`)() as (
    keystrokes: readonly { at: number }[],
  ) => boolean
}
