import { call } from './core/callback.ts'
import { findOwnScript } from './core/own-script.ts'
import { startPage } from './core/start-page.ts'
import { createGrecaptcha } from './recaptcha/create-grecaptcha.ts'

const script = findOwnScript(document, /\/recaptcha\/(?:api|enterprise)\.js$/u)
const loaded: unknown = Reflect.get(window, 'grecaptcha')

// The script may be on a page twice; the first one wins. What a page has made up to wait for us has no `render`.
if (typeof Object(loaded).render !== 'function') {
  const grecaptcha = createGrecaptcha(script)
  Reflect.set(
    window,
    'grecaptcha',
    Object.assign(Object(loaded ?? {}), grecaptcha, {
      enterprise: { ...Object(Object(loaded).enterprise), ...grecaptcha },
    }),
  )
  const render = script.parameters.get('render') ?? 'onload'
  startPage({
    script,
    implicit: render === 'onload',
    classes: ['g-recaptcha'],
    render: (element) => void grecaptcha.render(element),
  })
  // Where pages leave what is to run once we are there.
  const waiting: unknown = Object(Reflect.get(window, '___grecaptcha_cfg')).fns
  if (Array.isArray(waiting)) for (const task of waiting) grecaptcha.ready(() => void call(task))
}
