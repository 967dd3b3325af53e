import { HCaptcha } from '@hcaptcha/react-hcaptcha'
import { createElement, createRef } from 'react'
import { given, tell } from './driven.ts'
import { offerReact } from './driven-react.ts'

const captcha = createRef<HCaptcha>()
const size = given('size') === 'invisible' ? 'invisible' : 'normal'

offerReact(
  () =>
    createElement(HCaptcha, {
      ref: captcha,
      sitekey: given('sitekey'),
      size,
      apihost: `${given('api')}/hcaptcha`,
      onVerify: (token, key) => tell('token', token, key),
      onLoad: () => tell('load'),
      onReady: () => tell('ready'),
      onExpire: () => tell('expired'),
      onError: (code) => tell('error', code),
      onOpen: () => tell('open'),
      onClose: () => tell('close'),
    }),
  {
    reset: () => captcha.current?.resetCaptcha(),
    execute: () => captcha.current?.execute({ async: true }),
    response: () => captcha.current?.getResponse(),
  },
)
