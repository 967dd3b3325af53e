import { createElement, Fragment, type ReactNode, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createPortal } from 'react-dom'
import { elsewhere, hear, listen, send, siteKey, type Wishes } from './control.ts'

/** Its form has an action that is a function, and a field that React controls. */
function Protected({ wishes }: { readonly wishes: Wishes }): ReactNode {
  const [email, setEmail] = useState('')
  const form = createElement(
    'form',
    { action: send },
    createElement(
      'label',
      null,
      'E-mail ',
      createElement('input', { name: 'email', value: email, onChange: (event) => setEmail(event.target.value) }),
    ),
    wishes.shown &&
      createElement('bollard-captcha', {
        key: wishes.identity,
        sitekey: siteKey,
        name: 'bollard-response',
        style: { marginTop: '4px' },
        'onbollard-solved': (event: Event) => hear(event),
      }),
    createElement('button', null, 'Send'),
  )
  return wishes.elsewhere ? createPortal(form, elsewhere) : form
}

/** The widget beside its form, bound to it by name. */
function Apart(): ReactNode {
  return createElement(
    Fragment,
    null,
    createElement('form', { id: 'apart', action: send }, createElement('button', null, 'Send apart')),
    createElement('bollard-captcha', { id: 'beside', sitekey: siteKey, form: 'apart' }),
  )
}

const root = createRoot(document.querySelector('#app') ?? document.body)
listen((wishes) =>
  root.render(
    createElement(
      StrictMode,
      null,
      createElement(Protected, { wishes }),
      wishes.identity === 'apart' ? createElement(Apart) : null,
    ),
  ),
)
