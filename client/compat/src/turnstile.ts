import { findOwnScript } from './core/own-script.ts'
import { startPage } from './core/start-page.ts'
import { createTurnstile } from './turnstile/create-turnstile.ts'

const script = findOwnScript(document, /\/turnstile\/v0\/api\.js$/u)

// The script may be on a page twice; the first one wins.
if (Reflect.get(window, 'turnstile')) console.warn('[Turnstile] The script is on this page more than once.')
else {
  const turnstile = createTurnstile(script, () => Math.random().toString(36).slice(2, 8))
  Reflect.set(window, 'turnstile', turnstile)
  if (script.parameters.get('compat')?.toLowerCase() === 'recaptcha') {
    if (Reflect.get(window, 'grecaptcha'))
      console.warn('[Turnstile] grecaptcha is already there, so it is left as it is.')
    else Reflect.set(window, 'grecaptcha', turnstile)
  }
  startPage({
    script,
    implicit: script.parameters.get('render') !== 'explicit',
    classes:
      script.parameters.get('compat')?.toLowerCase() === 'recaptcha'
        ? ['cf-turnstile', 'g-recaptcha']
        : ['cf-turnstile'],
    render: (element) => void turnstile.render(element),
  })
}
