import VueHcaptcha from '@hcaptcha/vue3-hcaptcha'
import { type App, createApp, h, ref } from 'vue'
import { given, offer, place, tell } from './driven.ts'

interface Captcha {
  reset(): void
  executeAsync(): Promise<{ response: string; key: string }>
}

let app: App | undefined
let element: HTMLElement | undefined
const captcha = ref<Captcha | null>(null)

offer({
  mount() {
    app = createApp({
      setup: () => () =>
        h(VueHcaptcha, {
          ref: captcha,
          sitekey: given('sitekey'),
          apiEndpoint: `${given('api')}/hcaptcha/1/api.js`,
          ...(given('size') ? { size: given('size') } : {}),
          onRendered: () => tell('load'),
          onVerify: (token: string, key: string) => tell('token', token, key),
          onExpired: () => tell('expired'),
          onError: (code: unknown) => tell('error', code),
        }),
    })
    element = place()
    app.mount(element)
  },
  unmount() {
    app?.unmount()
    element?.remove()
  },
  reset: () => captcha.value?.reset(),
  execute: () => captcha.value?.executeAsync(),
})
