import { hCaptchaLoader } from '@hcaptcha/loader'
import { given, offer, place, tell } from '../../pages/driven.ts'

const loading = hCaptchaLoader({
  sentry: false,
  render: 'explicit',
  ...(given('host') ? { apihost: given('host') } : {}),
})
let id = ''
let element: HTMLElement | undefined

offer({
  mount() {
    element = place()
    void loading.then((hcaptcha) => {
      id = hcaptcha.render(element ?? document.body, {
        sitekey: given('sitekey'),
        size: given('size') || 'normal',
        callback: (token: string) => tell('token', token),
      })
      tell('load')
    })
  },
  unmount() {
    void loading.then((hcaptcha) => hcaptcha.remove(id))
    element?.remove()
  },
  reset: () => void loading.then((hcaptcha) => hcaptcha.reset(id)),
  execute: async () => (await (await loading).execute(id, { async: true })).response,
})
