import { createElement } from 'react'
import { Turnstile } from 'react-turnstile'
import { given, tell } from '../../pages/driven.ts'
import { offerReact } from '../../pages/driven-react.ts'

let bound: { reset(): void } | undefined

offerReact(
  () =>
    createElement(Turnstile, {
      sitekey: given('sitekey'),
      action: 'newsletter',
      cData: 'order-7',
      onLoad: (id, turnstile) => {
        bound = turnstile
        tell('load', id)
      },
      onSuccess: (token) => tell('token', token),
      onError: (error) => tell('error', error),
    }),
  { reset: () => bound?.reset() },
)
