import { BollardCaptcha, bollard, useBollard } from '@bollard/vue'
import { createApp, defineComponent, h, shallowRef } from 'vue'
import { hear, listen, offer, sendByScript, setting, type Wishes } from './control.ts'

const wishes = shallowRef<Wishes>({ count: 0, options: {} })

const Form = defineComponent({
  props: { first: Boolean },
  setup(props) {
    const captcha = useBollard()
    if (props.first) offer({ execute: captcha.execute, reset: captcha.reset, retry: captcha.retry })
    return () =>
      h('form', { onSubmit: sendByScript }, [
        h('label', ['E-mail ', h('input', { name: 'email' })]),
        h(BollardCaptcha, {
          ...wishes.value.options,
          captcha,
          onStarted: () => hear('started'),
          onSolved: ({ token }) => hear('solved', token),
          onFailed: ({ code }) => hear('failed', code),
          onExpired: () => hear('expired'),
          onReset: () => hear('reset'),
          onUnavailable: ({ code }) => hear('unavailable', code),
          'onUpdate:modelValue': (token: string) => hear('token', token || '-'),
        }),
        h('button', 'Send'),
        h('output', captcha.state.value),
      ])
  },
})

listen((next) => (wishes.value = next))
createApp({
  render: () => Array.from({ length: wishes.value.count }, (_, index) => h(Form, { key: index, first: index === 0 })),
})
  .use(bollard, setting)
  .mount('#app')
