import { type Captcha, createBollard } from '@bollard/javascript'
import { hear, listen, offer, sendByScript, setting } from './control.ts'

const bollard = createBollard(setting)
const app = document.querySelector('#app') ?? document.body
const shown: { form: HTMLFormElement; captcha: Captcha }[] = []

listen(({ count, options }) => {
  for (const { form, captcha } of shown.splice(count)) {
    captcha.remove()
    form.remove()
  }
  const all = { siteKey: setting.siteKey, ...options }
  for (const { captcha } of shown) captcha.update(all)
  while (shown.length < count) {
    const form = document.createElement('form')
    form.innerHTML = '<label>E-mail <input name="email"></label>'
    form.addEventListener('submit', sendByScript)
    app.append(form)
    const captcha = bollard.render(form, {
      ...all,
      onStarted: () => hear('started'),
      onSolved: ({ token }) => hear('solved', token),
      onFailed: ({ code }) => hear('failed', code),
      onExpired: () => hear('expired'),
      onReset: () => hear('reset'),
      onUnavailable: ({ code }) => hear('unavailable', code),
      onToken: (token) => hear('token', token || '-'),
    })
    form.append(Object.assign(document.createElement('button'), { textContent: 'Send' }))
    if (shown.length === 0) offer(captcha)
    shown.push({ form, captcha })
  }
})
