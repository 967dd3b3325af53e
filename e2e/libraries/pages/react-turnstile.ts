import { Turnstile, type TurnstileInstance } from '@marsidev/react-turnstile'
import { createElement, createRef } from 'react'
import { given, tell } from './driven.ts'
import { offerReact } from './driven-react.ts'

const captcha = createRef<TurnstileInstance>()

offerReact(
  () =>
    createElement(Turnstile, {
      ref: captcha,
      siteKey: given('sitekey'),
      // Where the address is the page's own: a script tag that is there already.
      injectScript: given('script') === '',
      options: {
        action: 'newsletter',
        cData: 'order-7',
        ...(given('execution') === 'execute' ? { execution: 'execute' as const } : {}),
      },
      onWidgetLoad: (id) => tell('load', id),
      onSuccess: (token) => tell('token', token),
      onExpire: () => tell('expired'),
      onError: (code) => tell('error', code),
    }),
  {
    reset: () => captcha.current?.reset(),
    execute: () => captcha.current?.execute(),
    response: () => captcha.current?.getResponse(),
  },
)
