import { findOwnScript } from './core/own-script.ts'
import { createTrustcaptchaClass } from './trustcaptcha/create-trustcaptcha-class.ts'

const name = 'trustcaptcha-component'
const { origin } = findOwnScript(document, /\/trustcaptcha(?:\.esm|\.umd)?(?:\.min)?\.js$/u)

// The script may be on a page twice; the first one wins.
if (!customElements.get(name)) customElements.define(name, createTrustcaptchaClass(origin))
