import { createApp, defineComponent, h, KeepAlive, shallowRef, Teleport } from 'vue'
import { elsewhere, hear, listen, sendByScript, siteKey, type Wishes } from './control.ts'

const wishes = shallowRef<Wishes>()

/** What comes and goes, and is kept alive meanwhile. */
const Captcha = defineComponent(
  () => () =>
    h('bollard-captcha', {
      key: wishes.value?.identity,
      sitekey: siteKey,
      style: { marginTop: '4px' },
      'onBollard-solved': hear,
    }),
)
const Nothing = defineComponent(() => () => h('p', 'Nothing to see'))

const Page = defineComponent(
  () => () =>
    h(
      Teleport,
      { to: elsewhere, disabled: !wishes.value?.elsewhere },
      h('form', { onSubmit: sendByScript }, [
        h('label', ['E-mail ', h('input', { name: 'email' })]),
        h(KeepAlive, () => h(wishes.value?.shown ? Captcha : Nothing)),
        h('button', 'Send'),
      ]),
    ),
)

listen((next) => (wishes.value = next))
createApp(Page).mount('#app')
