import { createApp } from 'vue'
import { VueReCaptcha, useReCaptcha } from 'vue-recaptcha-v3'
import { given, offer, place, tell } from '../../pages/driven.ts'

let execute = async (): Promise<unknown> => undefined

offer({
  mount() {
    createApp({
      setup() {
        const captcha = useReCaptcha()
        execute = async () => {
          await captcha.recaptchaLoaded()
          const token = await captcha.executeRecaptcha('newsletter')
          tell('token', token)
          return token
        }
        return () => null
      },
    })
      .use(VueReCaptcha, { siteKey: given('sitekey') })
      .mount(place())
  },
  unmount() {},
  execute: () => execute(),
})
