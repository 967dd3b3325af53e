import { load } from 'recaptcha-v3'
import { given, offer, tell } from '../../pages/driven.ts'

const loading = load(given('sitekey'), given('url') ? { customUrl: given('url') } : {})

offer({
  mount: () => void loading.then(() => tell('load')).catch((error: unknown) => tell('error', error)),
  unmount() {},
  // Without an action where the address of the page names none, as wrappers call it.
  async execute() {
    const captcha = await loading
    const token = await captcha.execute(given('action') || undefined)
    tell('token', token)
    return token
  },
})
