import '@hcaptcha/vanilla-hcaptcha'
import { given, offer, place, tell } from '../../pages/driven.ts'

let element: HTMLElement | undefined
const captcha = () => element?.querySelector('h-captcha')

offer({
  mount() {
    element = place()
    const made = document.createElement('h-captcha')
    for (const [name, value] of Object.entries({
      'site-key': given('sitekey'),
      size: given('size') || 'normal',
      jsapi: given('script-address') || 'https://js.hcaptcha.com/1/api.js',
    }))
      made.setAttribute(name, value)
    made.addEventListener('loaded', () => tell('load'))
    made.addEventListener('verified', (event) => tell('token', Reflect.get(event, 'token')))
    element.append(made)
  },
  unmount: () => element?.remove(),
  reset: () => Reflect.get(captcha() ?? {}, 'reset')?.call(captcha()),
  execute: () => Reflect.get(captcha() ?? {}, 'execute')?.call(captcha()),
})
