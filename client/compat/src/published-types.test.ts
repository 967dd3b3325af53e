/// <reference types="cloudflare-turnstile" />
/// <reference types="grecaptcha" />
/// <reference types="@hcaptcha/types" />
import { expect, test } from 'vitest'
import { createHcaptcha, type Hcaptcha } from './hcaptcha/create-hcaptcha.ts'
import { createGrecaptcha, type Grecaptcha } from './recaptcha/create-grecaptcha.ts'
import { createTurnstile, type Turnstile as OurTurnstile } from './turnstile/create-turnstile.ts'

// What is said here is checked by the compiler: a page that was written against the published types goes on to compile.
const asTurnstile = (ours: OurTurnstile): Turnstile.Turnstile => ours
const asRecaptcha = (ours: Grecaptcha): ReCaptchaV2.ReCaptcha => ours
const asGlobal = (ours: Grecaptcha): typeof grecaptcha => ({ ...ours, enterprise: ours })
const asHcaptcha = (ours: Hcaptcha): typeof hcaptcha => ours

const script = { origin: 'https://captcha.example', parameters: new URLSearchParams(), late: false }

test('each script has the calls that the published types name, and no other', () => {
  const turnstile = asTurnstile(createTurnstile(script, () => 'x'))
  // implicitRender is documented, and missing in the published types.
  expect(Object.keys(turnstile).toSorted()).toEqual([
    'execute',
    'getResponse',
    'implicitRender',
    'isExpired',
    'ready',
    'remove',
    'render',
    'reset',
  ])
  const calls = ['execute', 'getResponse', 'ready', 'render', 'reset']
  expect(Object.keys(asRecaptcha(createGrecaptcha(script))).toSorted()).toEqual(calls)
  expect(Object.keys(asGlobal(createGrecaptcha(script))).toSorted()).toEqual([...calls, 'enterprise'].toSorted())
  const hcaptchaCalls = ['close', 'execute', 'getRespKey', 'getResponse', 'remove', 'render', 'reset', 'setData']
  expect(Object.keys(asHcaptcha(createHcaptcha(script, () => 'x'))).toSorted()).toEqual(hcaptchaCalls)
})
