import { type App, createApp, h, ref } from 'vue'
import VueTurnstile from 'vue-turnstile'
import { given, offer, place, tell } from '../../pages/driven.ts'

let app: App | undefined
let element: HTMLElement | undefined
const token = ref('')
const captcha = ref<{ reset(): void } | null>(null)

offer({
  mount() {
    app = createApp({
      setup: () => () =>
        h(VueTurnstile, {
          ref: captcha,
          siteKey: given('sitekey'),
          action: 'newsletter',
          modelValue: token.value,
          'onUpdate:modelValue': (told: string) => {
            token.value = told
            if (told) tell('token', told)
          },
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
})
