import { createElement, createRef } from 'react'
import Captcha from 'react-google-recaptcha'
import { given, tell } from './driven.ts'
import { offerReact } from './driven-react.ts'

const captcha = createRef<Captcha>()

offerReact(
  () =>
    createElement(Captcha, {
      ref: captcha,
      sitekey: given('sitekey'),
      ...(given('size') ? { size: given('size') } : {}),
      onChange: (token) => tell('token', token),
      onExpired: () => tell('expired'),
      onErrored: () => tell('error'),
    }),
  {
    reset: () => captcha.current?.reset(),
    execute: () => captcha.current?.executeAsync(),
    response: () => captcha.current?.getValue(),
  },
)
