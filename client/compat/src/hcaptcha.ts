import { findOwnScript } from './core/own-script.ts'
import { startPage } from './core/start-page.ts'
import { createHcaptcha } from './hcaptcha/create-hcaptcha.ts'

const script = findOwnScript(document, /\/hcaptcha\/(?:1\/)?api\.js$/u)

// The script may be on a page twice; the first one wins.
if (!Reflect.get(window, 'hcaptcha')) {
  const hcaptcha = createHcaptcha(script, () => Math.random().toString(36).slice(2))
  const compatible = script.parameters.get('recaptchacompat') !== 'off'
  Reflect.set(window, 'hcaptcha', hcaptcha)
  if (compatible) Reflect.set(window, 'grecaptcha', hcaptcha)
  const render = script.parameters.get('render') ?? 'onload'
  if (!['onload', 'explicit'].includes(render))
    console.warn(`hcaptcha: invalid render parameter '${render}', using 'explicit' instead.`)
  startPage({
    script,
    implicit: render === 'onload',
    classes: compatible ? ['h-captcha', 'g-recaptcha'] : ['h-captcha'],
    render: (element) => void hcaptcha.render(element),
  })
}
