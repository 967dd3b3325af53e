import { createElement, useEffect } from 'react'
import { GoogleReCaptchaProvider, useGoogleReCaptcha } from 'react-google-recaptcha-v3'
import { given, place, tell } from './driven.ts'
import { offerReact } from './driven-react.ts'

let execute: ((action?: string) => Promise<string>) | undefined
const container = given('container') ? place() : undefined
if (container) container.id = given('container')

function Form(): null {
  const { executeRecaptcha } = useGoogleReCaptcha()
  useEffect(() => {
    execute = executeRecaptcha
    if (executeRecaptcha) tell('ready')
  }, [executeRecaptcha])
  return null
}

const props = {
  reCaptchaKey: given('sitekey'),
  ...(container
    ? { container: { element: container, parameters: { badge: 'inline' as const, theme: 'light' as const } } }
    : {}),
  children: createElement(Form),
}

offerReact(() => createElement(GoogleReCaptchaProvider, props), {
  execute: async () => {
    const token = await execute?.('newsletter')
    tell('token', token)
    return token
  },
})
