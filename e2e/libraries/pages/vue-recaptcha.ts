import { type App, createApp, h, ref } from 'vue'
import { VueRecaptcha } from 'vue-recaptcha'
import { given, offer, place, tell } from './driven.ts'

interface Captcha {
  reset(): void
  execute(): void
}

let app: App | undefined
let element: HTMLElement | undefined
const captcha = ref<Captcha | null>(null)

offer({
  mount() {
    app = createApp({
      setup: () => () =>
        h(VueRecaptcha, {
          ref: captcha,
          sitekey: given('sitekey'),
          // The scheme and the path are the library's own, so this is a host alone.
          recaptchaHost: given('host'),
          ...(given('size') ? { size: given('size') } : {}),
          onRender: (id: unknown) => tell('load', id),
          onVerify: (token: string) => tell('token', token),
          onExpired: () => tell('expired'),
          onError: () => tell('error'),
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
  execute: () => captcha.value?.execute(),
})
